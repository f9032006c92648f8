/** Text that PostgreSQL or consumers of JSON choke on: NUL, or half of a surrogate pair standing alone. */
export class UnstorableTextError extends Error {
  override name = 'UnstorableTextError';
}

/** How JSON.stringify writes NUL and unpaired surrogates, not preceded by an escaped backslash. */
const escaped = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** @throws UnstorableTextError when the JSON holds such text anywhere. @param json as made by JSON.stringify. */
export const refuseUnstorableJson = (json: string, what: string): string => {
  if (json.includes('\\u') && escaped.test(json))
    throw new UnstorableTextError(`${what} holds a NUL or half a surrogate pair, which cannot be stored.`);
  return json;
};

/** The same for text that stands for itself, such as the name of a stream. */
export const refuseUnstorableText = (text: string, what: string): string => {
  if (text.includes('\u0000') || !text.isWellFormed())
    throw new UnstorableTextError(`${what} holds a NUL or half a surrogate pair, which cannot be stored.`);
  return text;
};
