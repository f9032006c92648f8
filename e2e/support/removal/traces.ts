/** What a person has left behind, by what it is: texts that stand nowhere else. */
export type Traces = Readonly<Record<string, string>>;

/** Pieces of a text's base64 that are the same wherever in a longer one the text begins. */
const inBase64 = (text: string): string[] =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString('base64');
    // The first and last letters are made of the neighbours' bits, too.
    return encoded.replace(/=+$/, '').slice(offset === 0 ? 0 : offset + 1, -2);
  });

const inHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#39;');

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The letters of the longest part of a text that has no sign which somebody may have to write in another way: so it is found
 * however many times quotes were doubled and backslashes put before them.
 */
const letters = (text: string): string => {
  const parts = text.split(/["'’“”\\\n<>&+@/?=]/).map(lettersOf);
  return parts.toSorted((one, other) => other.length - one.length)[0] ?? '';
};

type Spellings = { exact: string[]; folded: string[]; letters: string };

const spellings = (text: string): Spellings => ({
  exact: inBase64(text),
  folded: [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    inHtml(text),
    Buffer.from(text).toString('hex'),
  ].map((spelling) => spelling.toLowerCase()),
  letters: letters(text),
});

/** Looks for traces in any spelling: as they are, in JSON, in an address, in HTML, in hexadecimal digits, in base64. */
export const createSearch = (traces: Traces): ((haystack: string | Buffer) => string[]) => {
  const sought = Object.entries(traces).map(([name, text]) => [name, spellings(text)] as const);
  return (haystack) => {
    const text = typeof haystack === 'string' ? haystack : haystack.toString('latin1');
    const folded = (typeof haystack === 'string' ? haystack : haystack.toString('utf8')).toLowerCase();
    const spelled = lettersOf(folded);
    return sought
      .filter(
        ([, { exact, folded: lower, letters: only }]) =>
          spelled.includes(only) ||
          exact.some((one) => text.includes(one)) ||
          lower.some((one) => folded.includes(one)),
      )
      .map(([name]) => name);
  };
};

/** What was found, by place; places where nothing was found are left out. */
export type Findings = Record<string, string[]>;

export const searchAll = (places: ReadonlyMap<string, string | Buffer>, traces: Traces): Findings => {
  const search = createSearch(traces);
  return Object.fromEntries(
    [...places]
      .map(([place, content]) => [place, search(content)] as const)
      .filter(([, found]) => found.length > 0),
  );
};

/** Which traces stand anywhere in what was found. */
export const foundNames = (findings: Findings): string[] =>
  [...new Set(Object.values(findings).flat())].sort();
