/** The pairs of neighbouring letters (bigrams) of a text. */
const bigramsOf = (text: string): Set<string> => {
  const letters = ` ${text.normalize('NFC').toLowerCase().trim()} `;
  return new Set(Array.from({ length: letters.length - 1 }, (_, index) => letters.slice(index, index + 2)));
};

/** Jaccard similarity: 1 for the same bigrams, 0 for none in common. */
const similarity = (a: Set<string>, b: Set<string>) => {
  const shared = [...a].filter((bigram) => b.has(bigram)).length;
  return shared / (a.size + b.size - shared);
};

/** The bigrams of the whole text and of each word with at least three letters. */
const partsOf = (text: string) =>
  [text, ...text.split(/\s+/).filter((word) => word.length > 2)].map(bigramsOf);

/** Compares single words too, so that 'algebre for all' is similar to 'Linear Algebra'. */
const bestSimilarity = (typedParts: readonly Set<string>[], name: string) =>
  Math.max(...partsOf(name).flatMap((part) => typedParts.map((typedPart) => similarity(typedPart, part))));

const minSimilarity = 0.3;

/** Returns up to `count` names that are similar to the typed text, the most similar first. */
export const nearestNames = (typed: string, names: readonly string[], count = 3): string[] => {
  const typedParts = partsOf(typed);
  return [...new Set(names)]
    .map((name) => ({ name, score: bestSimilarity(typedParts, name) }))
    .filter(({ score }) => score >= minSimilarity)
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ name }) => name);
};
