/*
 * Workers for pages that were opened from a folder, where a browser starts none: the script runs in a hidden frame
 * of the page instead. Where there are real workers, this does nothing.
 *
 * What a script may notice: `importScripts` returns a promise, and `location` is that of an empty page; the address
 * of the script is that of the first script element. Messages wait until the script and what it imported at its
 * start have been loaded.
 */
"use strict";

(() => {
  if (location.protocol !== "file:") {
    return;
  }

  function load(frame, url) {
    return new Promise((resolve, reject) => {
      const script = frame.document.createElement("script");
      script.src = url;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${url} could not be loaded`));
      frame.document.head.append(script);
    });
  }

  class FrameWorker extends EventTarget {
    constructor(url) {
      super();
      const element = document.createElement("iframe");
      element.hidden = true;
      element.title = "Search";
      document.body.append(element);
      const frame = element.contentWindow;
      let imports = Promise.resolve();
      frame.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      frame.importScripts = (...urls) => {
        imports = urls.reduce((before, each) => before.then(() => load(frame, each)), imports);
        return imports;
      };
      this.frame = frame;
      this.element = element;
      this.ready = load(frame, new URL(url, document.baseURI).href).then(async () => {
        for (let seen = null; seen !== imports; ) {
          seen = imports;
          await seen;
        }
      });
    }

    postMessage(data) {
      this.ready.then(() => this.frame.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.element.remove();
    }
  }

  self.IFrameWorker = FrameWorker; // the theme looks for this name
  self.Worker = FrameWorker;
})();
