/** A text contains NUL or an unpaired surrogate, which PostgreSQL or JSON parsers reject. */
export class UnstorableTextError extends Error {
  override name = 'UnstorableTextError';
}

const createUnstorableTextError = (label: string) =>
  new UnstorableTextError(
    `${label} contains a NUL character or an unpaired surrogate, which cannot be stored.`,
  );

/**
 * Matches NUL and unpaired surrogates as JSON.stringify escapes them. After an even number of backslashes, `\u` begins an escape.
 * After an odd number, the backslash of `\u` is itself escaped, and `u` is a letter.
 */
const unstorableEscape = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * Returns the JSON unchanged.
 * @param json output of JSON.stringify.
 * @param label the subject of the error message, such as 'The metadata'.
 * @throws UnstorableTextError if any text in it cannot be stored.
 */
export const requireStorableJson = (json: string, label: string): string => {
  if (json.includes('\\u') && unstorableEscape.test(json)) throw createUnstorableTextError(label);
  return json;
};

/** Does the same as {@link requireStorableJson} for a plain text, such as the name of a stream. */
export const requireStorableText = (text: string, label: string): string => {
  if (text.includes('\u0000') || !text.isWellFormed()) throw createUnstorableTextError(label);
  return text;
};
