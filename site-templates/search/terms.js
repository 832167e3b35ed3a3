/* Text to terms. Twin of generator/patternbook/search/terms.py. */

const LETTER =
  "A-Za-z_\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u1fff" +
  "\\u2c00-\\u2fef\\u3005-\\u3007\\u3031-\\u3035\\u3040-\\ud7ff";
const IDENT = `[${LETTER}][${LETTER}0-9]*`;
const OPERATOR = "[+\\-*/<>=~%&|^:\\\\!?]+";
const SCAN = new RegExp(
  `([A-Z][${LETTER}0-9]*(?: class)? ?>> ?(?:${IDENT}(?::${IDENT})*:?|${OPERATOR}))` +
    `|((?:Java|Type)Script(?![${LETTER}0-9])|[CcFf]#(?![${LETTER}0-9({\\[])|[Cc]\\+\\+(?![${LETTER}0-9+]))` +
    `|([@#]?${IDENT}(?:(?:::|>>|[.:#@])${IDENT})*(?:/[0-9]+|:(?![:=])|[?!](?![=${LETTER}]))?)` +
    `|([0-9][${LETTER}0-9]*)` +
    `|(\\[ ?:${IDENT}[^|\\[\\]\\n]{0,80}\\|)` +
    `|([#%]?[({\\[]|${OPERATOR}|[;,]|\\.\\.+|[@$])`,
  "g",
);
const KINDS = ["", "method", "word", "name", "number", "mark", "mark"];
const PIECE = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+/g;
const WORD_BREAK = /[_.:#@/>?! ]+/;
const FOLDED = /[\u00c0-\u024f\u0370-\u03ff\u0400-\u052f\u0531-\u0556\u1e00-\u1eff]/g;
const NOT_ASCII = /[^\x00-\x7f]/;
const ASTRAL = /[\ud800-\udbff][\udc00-\udfff]/g;
const PLAIN_WORD = /^[a-z]+$/;
const ONE_WORD = /^[A-Za-z][a-z]*$/;
const VOWEL = /[aeiouy]/;
const DOUBLED = /([bcdfghjklmnpqrstvwxz])\1$/;
const CALLED = new RegExp(`[${LETTER}0-9]\\(\\)$`);
const ADVERB = 8;
const SPELLED_TWO_WAYS = 6;
const BRITISH = /is(at)?$/;
const PLURALS_IN_ES = /(?:sses|shes|ches|xes|zes|iases|uses)$/;
const NO_PLURALS = /(?:ss|us|is|ias|vas)$/;

/** Tokens of a text, in order: {text, kind, start}. */
function scan(text) {
  const tokens = [];
  for (const found of text.matchAll(SCAN)) {
    const group = found.findIndex((value, index) => index > 0 && value !== undefined);
    tokens.push({ text: found[0], kind: KINDS[group], start: found.index });
  }
  return tokens;
}

function lower(text) {
  return text
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(FOLDED, (letter) => {
      const small = letter.toLowerCase();
      return small.length === 1 ? small : letter;
    });
}

/** The plain form in which the inflections of a word meet. */
function plain(word) {
  if (word.length <= 3 || !PLAIN_WORD.test(word)) return word;
  word = withoutInflection(adjective(withoutPlural(word)));
  if (word.length > 3 && word.endsWith("e") && word[word.length - 2] !== "e") word = word.slice(0, -1);
  word = word.length > 3 && DOUBLED.test(word) ? word.slice(0, -1) : word;
  return word.length >= SPELLED_TWO_WAYS ? oneSpelling(word) : word;
}

function oneSpelling(word) {
  return word.endsWith("our") ? `${word.slice(0, -3)}or` : word.replace(BRITISH, "iz$1");
}

function withoutPlural(word) {
  if (word.endsWith("ies")) return word.length > 4 ? word.slice(0, -3) + "y" : word.slice(0, -1);
  if (PLURALS_IN_ES.test(word) && word.length > 4) return word.slice(0, -2);
  return word.endsWith("s") && !NO_PLURALS.test(word) ? word.slice(0, -1) : word;
}

function adjective(word) {
  if (word.endsWith("ily") && word.length >= ADVERB - 2) return word.slice(0, -3) + "y";
  if (word.endsWith("ly") && word.length >= ADVERB) return word.slice(0, word.endsWith("ically") ? -4 : -2);
  return word;
}

function withoutInflection(word) {
  if (word.endsWith("ied") && word.length > 4) return word.slice(0, -3) + "y";
  if ((word.endsWith("ation") || word.endsWith("ator")) && word.length > 6) {
    return word.slice(0, word.lastIndexOf("at") + 2);
  }
  for (const ending of ["ing", "ed"]) {
    const stem = word.slice(0, -ending.length);
    if (word.endsWith(ending) && stem.length >= 3 && VOWEL.test(stem) && !stem.endsWith("e")) return stem;
  }
  return word;
}

/** The lower-case words of an identifier, not yet plain. */
function pieces(identifier) {
  if (NOT_ASCII.test(identifier)) {
    return identifier.split(WORD_BREAK).filter((piece) => piece).map(lower);
  }
  return (identifier.match(PIECE) || []).map((piece) => piece.toLowerCase());
}

function whole(text) {
  if (ONE_WORD.test(text)) return text[0] < "a" ? text : plain(text);
  return term(lower(symbol(text)));
}

function term(text) {
  return basic(text).replaceAll("*", "\u2217");
}

function definition(name) {
  return `defines ${name}`;
}

function basic(text) {
  return text.replace(ASTRAL, "\ufffd");
}

function symbol(text) {
  const arrows = text.indexOf(">>");
  if (arrows > 0 && arrows + 2 < text.length) {
    return `${text.slice(0, arrows).trim()} >> ${text.slice(arrows + 2).trim()}`;
  }
  if (text.startsWith("[") && text.endsWith("|")) return "[:x |";
  if (/(?:\(\)|\[\]|\{\})$/.test(text)) return CALLED.test(text) ? text.slice(0, -2) : text.slice(0, -1);
  return text;
}

function distinct(values) {
  return [...new Set(values)];
}
