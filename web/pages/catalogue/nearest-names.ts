/** Returns the pairs of neighbouring letters (bigrams) of a text. */
const bigrams = (text: string): Set<string> => {
  const letters = ` ${text.normalize('NFC').toLowerCase().trim()} `;
  return new Set(Array.from({ length: letters.length - 1 }, (_, index) => letters.slice(index, index + 2)));
};

/** Returns the Jaccard similarity: 1 for the same bigrams, 0 for none in common. */
const similarity = (a: Set<string>, b: Set<string>) => {
  const shared = [...a].filter((bigram) => b.has(bigram)).length;
  return shared / (a.size + b.size - shared);
};

/** Returns the bigrams of the whole text and of each word with at least three letters. */
const splitIntoBigrams = (text: string) =>
  [text, ...text.split(/\s+/).filter((word) => word.length > 2)].map(bigrams);

/**
 * Returns the highest similarity of two parts. Compares single words too, so that 'algebre for all' is similar to 'Linear
 * Algebra'.
 */
const bestSimilarity = (searchParts: readonly Set<string>[], name: string) =>
  Math.max(
    ...splitIntoBigrams(name).flatMap((part) =>
      searchParts.map((searchPart) => similarity(searchPart, part)),
    ),
  );

const minSimilarity = 0.3;

/** Returns up to `count` names that are similar to the search text, the most similar first. */
export const nearestNames = (search: string, names: readonly string[], count = 3): string[] => {
  const searchParts = splitIntoBigrams(search);
  return [...new Set(names)]
    .map((name) => ({ name, score: bestSimilarity(searchParts, name) }))
    .filter(({ score }) => score >= minSimilarity)
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ name }) => name);
};
