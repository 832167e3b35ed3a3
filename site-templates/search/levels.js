/* How good an answer is. Twin of generator/patternbook/search/levels.py. */

const STRONG = 0.58;
const WEAK = 0.2;

/** exact, strong, weak or none; best: for each of the best examples, whether its text holds a term. */
function levelOf(planned, exact, best, documents) {
  if (exact) return "exact";
  const covered = best.reduce((most, holds) => Math.max(most, coverage(planned.claims, holds, documents)), 0);
  return covered >= STRONG ? "strong" : covered >= WEAK ? "weak" : "none";
}

/** Share of what a query is about that an example answers, 0 to 1. */
function coverage(claims, holds, documents) {
  let asked = 0;
  let answered = 0;
  for (const claim of claims) {
    const weighs = Math.max(1, 32 - Math.clz32(Math.floor(documents / Math.max(1, claim.holders))));
    let quality = 0;
    for (const [name, q] of claim.evidence) if (q > quality && holds(name)) quality = q;
    asked += weighs;
    answered += weighs * quality;
  }
  return asked ? answered / asked : 0;
}
