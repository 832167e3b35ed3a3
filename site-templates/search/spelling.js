/* Words near a word that the index does not have. Twin of generator/patternbook/search/spelling.py. */

const MOST_NEAR = 3;
const [ONE_EDIT, TWO_EDITS, BEGINNING, KIN] = [0.8, 0.6, 0.6, 0.5];
const NEAR_WORD = /^[a-z]{3,}$/;
const TYPO_FROM = 5;
const SUBSTITUTION_FROM = 7;
const MOST_EDITS = 2;
const TWO_EDITS_FROM = 8;
const BEGINNING_FROM = 4;
const KIN_FROM = 5;
const KIN_SHARE = 0.65;

/** The words that a query may have meant. */
class Vocabulary {
  /** names: all that may be meant, as an iterable; holders: from a name to the number of examples that hold it. */
  constructor(names, holders) {
    this.names = names;
    this.holders = holders;
    this.groups = null;
  }

  /** At most three words that a word may stand for: [[word, quality], …], the best first. */
  near(word) {
    if (!NEAR_WORD.test(word)) return [];
    const candidates = this.byFirstLetter().get(word[0]) || [];
    const found = new Map(candidates.map((name) => [name, likeness(word, name)]).filter(([, quality]) => quality > 0));
    if (word.length >= TWO_EDITS_FROM && ![...found.values()].includes(ONE_EDIT)) {
      for (const name of candidates) {
        if ((found.get(name) || 0) < TWO_EDITS && withinTwoEdits(word, name)) found.set(name, TWO_EDITS);
      }
    }
    return [...found]
      .sort((a, b) => b[1] - a[1] || this.holders(b[0]) - this.holders(a[0]) || (a[0] < b[0] ? -1 : 1))
      .slice(0, MOST_NEAR);
  }

  byFirstLetter() {
    if (this.groups === null) {
      this.groups = new Map();
      for (const name of this.names) {
        if (!NEAR_WORD.test(name)) continue;
        if (!this.groups.has(name[0])) this.groups.set(name[0], []);
        this.groups.get(name[0]).push(name);
      }
    }
    return this.groups;
  }
}

function likeness(word, name) {
  if (word.length >= TYPO_FROM && oneEdit(word, name)) return ONE_EDIT;
  if (word.length >= BEGINNING_FROM && name.startsWith(word)) return BEGINNING;
  const shared = sharedBeginning(word, name);
  return shared >= KIN_FROM && shared >= KIN_SHARE * Math.max(word.length, name.length) ? KIN : 0;
}

function sharedBeginning(word, name) {
  let shared = 0;
  while (shared < word.length && shared < name.length && word[shared] === name[shared]) shared += 1;
  return shared;
}

function oneEdit(word, name) {
  const difference = word.length - name.length;
  if (Math.abs(difference) > 1) return false;
  const at = sharedBeginning(word, name);
  if (difference === 1) return at < name.length && word.slice(at + 1) === name.slice(at);
  if (difference === -1) return word.slice(at) === name.slice(at + 1);
  if (word.slice(at + 1) === name.slice(at + 1)) return word.length >= SUBSTITUTION_FROM;
  return (
    word.slice(at, at + 2) === name.slice(at + 1, at + 2) + name.slice(at, at + 1) &&
    word.slice(at + 2) === name.slice(at + 2)
  );
}

function withinTwoEdits(word, name) {
  if (Math.abs(word.length - name.length) > MOST_EDITS || unshared(word, name) > 2 * MOST_EDITS) return false;
  let before = [];
  let above = Array.from({ length: name.length + 1 }, (_, position) => position);
  for (let i = 1; i <= word.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= name.length; j += 1) {
      let cost = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (word[i - 1] === name[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && word[i - 1] === name[j - 2] && word[i - 2] === name[j - 1]) {
        cost = Math.min(cost, before[j - 2] + 1);
      }
      row.push(cost);
    }
    if (Math.min(...row) > MOST_EDITS) return false;
    before = above;
    above = row;
  }
  return above[name.length] <= MOST_EDITS;
}

function unshared(word, name) {
  const [some, others] = [new Set(word), new Set(name)];
  let count = 0;
  for (const letter of some) if (!others.has(letter)) count += 1;
  for (const letter of others) if (!some.has(letter)) count += 1;
  return count;
}
