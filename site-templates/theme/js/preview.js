/*
 * Which lines of an example to show for a query, and which words in them to mark. Pure functions of text; the
 * terms are those of the index that the engine says it found in the example.
 */
"use strict";

self.PatternbookPreview = (() => {
  const LINES = 7;
  const STAR = /\u2217/g; // how terms spell an asterisk
  const COMMENT = /^\s*(?:\/\/|--|%|#\s)/; // how a line begins that is a comment in most languages
  const WORD = /[\p{L}\p{N}_]/u;

  function escaped(text) {
    return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  }

  /* A selector stands around its arguments: inject:into: is looked for as "inject:" and "into:". */
  function spellings(term) {
    const plain = term.replace(STAR, "*");
    const keywords = plain.match(/[\p{L}\p{N}_]+:/gu) || [];
    return keywords.length > 1 && keywords.join("") === plain ? keywords : [plain];
  }

  /*
   * A word is found where a word begins, and to its end, whatever its form; one of two letters only as it is. An
   * operator is found wherever it stands.
   */
  function pattern(terms) {
    const all = [...new Set(terms.flatMap(spellings))].filter((text) => text.trim());
    if (!all.length) {
      return null;
    }
    const parts = all
      .sort((one, other) => other.length - one.length)
      .map((text) => {
        const start = WORD.test(text[0]) ? "(?<![\\p{L}\\p{N}_])" : "";
        const rest = text.length > 2 ? "[\\p{L}\\p{N}_]*" : "(?![\\p{L}\\p{N}_])";
        return start + escaped(text) + (WORD.test(text[text.length - 1]) ? rest : "");
      });
    return new RegExp(parts.join("|"), "giu");
  }

  /* Split a text into [text, isMarked] pairs. */
  function marked(text, found) {
    if (!found) {
      return [[text, false]];
    }
    const pieces = [];
    let last = 0;
    for (const match of text.matchAll(found)) {
      if (match.index > last) {
        pieces.push([text.slice(last, match.index), false]);
      }
      pieces.push([match[0], true]);
      last = match.index + match[0].length;
    }
    if (last < text.length) {
      pieces.push([text.slice(last), false]);
    }
    return pieces;
  }

  /* How much a line shows: each different match counts once, a longer one more; code more than comments. */
  function worth(line, found) {
    const matches = new Set((line.match(found) || []).map((text) => text.toLowerCase()));
    const sum = [...matches].reduce((before, text) => before + 1 + Math.min(text.length, 12) / 4, 0);
    return COMMENT.test(line) ? sum / 4 : sum;
  }

  /* The `size` lines that show most, with a line before its first match where there is room: [first, end). */
  function bestSpan(lines, found, size) {
    const worths = lines.map((line) => (found ? worth(line, found) : 0));
    let end = size;
    let most = 0;
    let sum = 0;
    worths.forEach((value, line) => {
      sum += value - (line >= size ? worths[line - size] : 0);
      if (sum > most + 1e-9) {
        most = sum;
        end = line + 1;
      }
    });
    const from = Math.max(0, end - size);
    const match = worths.findIndex((value, line) => line >= from && value > 0);
    const wanted = match > 0 && end - match < size ? match - 1 : Math.max(match, 0);
    const first = Math.max(0, Math.min(wanted, lines.length - size));
    return [first, Math.min(first + size, lines.length)];
  }

  /* The lines of a source to show, with their common indentation taken away, and what was left out around them. */
  function excerpt(source, found, size = LINES) {
    const lines = source.split("\n");
    const [first, end] = bestSpan(lines, found, size);
    const shown = lines.slice(first, end);
    const indents = shown.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
    const indent = Math.min(...indents, 80);
    return {
      text: shown.map((line) => line.slice(indent)).join("\n").trimEnd(),
      before: first > 0,
      after: end < lines.length,
    };
  }

  return { LINES, pattern, marked, excerpt };
})();
