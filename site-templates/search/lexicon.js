/* What an index knows. Twin of generator/patternbook/search/lexicon.py. */

const TEXT = "text";
const SYMBOLS = "symbols";

/** An index, seen by its terms. */
class Lexicon {
  /** index: the parsed index.json. */
  constructor(index) {
    const extra = index.patternbook;
    this.postings = new Map(index.invertedIndex);
    this.documents = extra.ids.length;
    this.phrases = new Map();
    for (const [meant, phrases] of extra.synonyms) {
      for (const phrase of phrases) this.phrases.set(phrase, new Map(Object.entries(meant)));
    }
    this.boosts = extra.boosts;
    this.fillers = new Set(extra.words.fillers);
    this.punctuation = new Set(extra.words.punctuation);
    this.common = new Set(extra.words.common);
    this.homes = new Set(extra.words.homes);
    this.names = new Set(extra.words.names ?? []);
    this.phraseWords = new Set([...this.phrases.keys()].flatMap((phrase) => phrase.split(" ")));
    this.longestPhrase = [...this.phrases.keys()].reduce((most, phrase) => Math.max(most, phrase.split(" ").length), 0);
    this.counts = new Map();
    this.vocabulary = new Vocabulary(new Set([...this.postings.keys(), ...this.phraseWords]), (name) => this.holders(name));
  }

  /** Whether a document holds a term in a field. */
  holds(name, field, ref) {
    const posting = this.postings.get(name);
    return posting !== undefined && Object.hasOwn(posting[field], ref);
  }

  holders(name) {
    if (!this.counts.has(name)) {
      const posting = this.postings.get(name);
      this.counts.set(name, posting ? Object.keys(posting[TEXT]).length : 0);
    }
    return this.counts.get(name);
  }

  knows(word) {
    return this.holders(word) > 0 || this.phraseWords.has(word);
  }

  symbolRefs(name) {
    const posting = this.postings.get(name);
    return posting ? Object.keys(posting[SYMBOLS]) : [];
  }

  hasSymbol(name) {
    return this.symbolRefs(name).length > 0;
  }

  defines(name) {
    return this.hasSymbol(definition(name));
  }
}
