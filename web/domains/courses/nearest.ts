/** The pairs of neighbouring letters of a text; what two texts share of them says how alike they are. */
const pairsOf = (text: string): Set<string> => {
  const letters = ` ${text.normalize('NFC').toLowerCase().trim()} `;
  return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)));
};

/** 1 for the same pairs, 0 for none in common (Jaccard's measure). */
const likeness = (a: Set<string>, b: Set<string>) => {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return shared / (a.size + b.size - shared);
};

/** The text itself and its words; words of one or two letters say too little. */
const partsOf = (text: string) => [text, ...text.split(/\s+/).filter((word) => word.length > 2)].map(pairsOf);

/** Words are compared with words too: 'algebre for all' is near to 'Linear Algebra'. */
const likenessOfParts = (wanted: readonly Set<string>[], name: string) =>
  Math.max(...partsOf(name).flatMap((part) => wanted.map((typed) => likeness(typed, part))));

/** Up to `count` names that look most like what was typed, the nearest first; none when nothing is alike. */
export const nearestNames = (typed: string, names: readonly string[], count = 3): string[] => {
  const wanted = partsOf(typed);
  return [...new Set(names)]
    .map((name) => ({ name, near: likenessOfParts(wanted, name) }))
    .filter(({ near }) => near >= 0.3)
    .sort((a, b) => b.near - a.near)
    .slice(0, count)
    .map(({ name }) => name);
};
