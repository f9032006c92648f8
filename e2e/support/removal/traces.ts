/** The unique texts of a person. Each key is the name of a text, for example `note`. */
export type Traces = Readonly<Record<string, string>>;

/** Returns the parts of a text's base64 form that do not depend on what surrounds the text, for each alignment. */
const inBase64 = (text: string): string[] =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString('base64');
    // The first and last characters also contain bits of the neighbours.
    return encoded.replace(/=+$/, '').slice(offset === 0 ? 0 : offset + 1, -2);
  });

const inHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#39;');

/** Returns only the letters and digits of a text, in lower case. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Splits a text at the characters that some formats escape. @returns the letters of the longest part. */
const findLongestPart = (text: string): string => {
  const parts = text.split(/["'’“”\\\n<>&+@/?=]/).map(lettersOf);
  return parts.toSorted((one, other) => other.length - one.length)[0] ?? '';
};

/** `folded` and `letters` are in lower case. `letters` are the same in every format except base64 and hex. */
type Spellings = { exact: string[]; folded: string[]; letters: string };

const spellingsOf = (text: string): Spellings => ({
  exact: inBase64(text),
  folded: [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    inHtml(text),
    Buffer.from(text).toString('hex'),
  ].map((spelling) => spelling.toLowerCase()),
  letters: findLongestPart(text),
});

/**
 * Creates a function that finds traces in any form: plain, JSON, URL, HTML, hexadecimal or base64. It returns the names of
 * the traces that it finds.
 */
export const createSearch = (traces: Traces): ((haystack: string | Buffer) => string[]) => {
  const wanted = Object.entries(traces).map(([name, text]) => [name, spellingsOf(text)] as const);
  return (haystack) => {
    const text = typeof haystack === 'string' ? haystack : haystack.toString('latin1');
    const folded = (typeof haystack === 'string' ? haystack : haystack.toString('utf8')).toLowerCase();
    const onlyLetters = lettersOf(folded);
    return wanted
      .filter(
        ([, spellings]) =>
          onlyLetters.includes(spellings.letters) ||
          spellings.exact.some((spelling) => text.includes(spelling)) ||
          spellings.folded.some((spelling) => folded.includes(spelling)),
      )
      .map(([name]) => name);
  };
};

/** Names of the traces that were found, by source. Sources without findings are left out. */
export type Findings = Record<string, string[]>;

/** Searches all sources for the traces. */
export const searchAll = (sources: ReadonlyMap<string, string | Buffer>, traces: Traces): Findings => {
  const search = createSearch(traces);
  return Object.fromEntries(
    [...sources]
      .map(([source, content]) => [source, search(content)] as const)
      .filter(([, found]) => found.length > 0),
  );
};

/** Returns the names of all traces that were found anywhere. */
export const foundNames = (findings: Findings): string[] =>
  [...new Set(Object.values(findings).flat())].sort();
