/** The bytes from `first` to `last`, both included. */
export type ByteRange = { first: number; last: number };

/**
 * What a `Range` asks of a file (RFC 9110, 14.1.2).
 * - `whole`: it is no range, or of another unit, or asks for several parts. Whoever gets the whole file instead has what
 *   they asked for; no player asks for several, and many small ones would make much of little.
 * - `none`: the file has no such bytes.
 */
export const rangeOf = (header: string, size: number): ByteRange | 'whole' | 'none' => {
  const [, begin = '', end = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? [];
  if (begin === '' && end === '') return 'whole';
  // The last so many bytes; more than there are is all of them.
  if (begin === '')
    return Number(end) === 0 ? 'none' : { first: Math.max(0, size - Number(end)), last: size - 1 };
  const first = Number(begin);
  const last = end === '' ? size - 1 : Math.min(Number(end), size - 1);
  if (end !== '' && Number(end) < first) return 'whole';
  return first < size ? { first, last } : 'none';
};
