/* Which phrases of the synonym table stand in a query. Twin of generator/patternbook/search/phrases.py. */

/** Phrases in a run of plain words, in order; none that lies within a longer one: [{phrase, meant, stop}, …]. */
function phrasesIn(words, lexicon) {
  const found = [];
  for (let start = 0; start < words.length; start += 1) {
    for (let stop = Math.min(words.length, start + lexicon.longestPhrase); stop > start; stop -= 1) {
      const phrase = words.slice(start, stop).join(" ");
      if (!lexicon.phrases.has(phrase)) continue;
      if (!found.some((earlier) => stop <= earlier.stop)) found.push({ stop, phrase, meant: lexicon.phrases.get(phrase) });
      break;
    }
  }
  return found;
}
