/** A range of bytes. Both ends are inclusive. */
type ByteRange = { first: number; last: number };

/**
 * Parses a `Range` header (RFC 9110, section 14.1.2).
 * @param size of the file in bytes.
 * @returns
 * - a range, cut off at the end of the file;
 * - `whole` if the header is missing, is invalid, has a unit other than bytes, or has several ranges: clients must accept the
 *   whole file instead;
 * - `unsatisfiable` if the file has no such bytes.
 */
export const parseRange = (header: string, size: number): ByteRange | 'whole' | 'unsatisfiable' => {
  const [, start = '', end = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? [];
  if (start === '' && end === '') return 'whole';
  // A suffix range: the last `end` bytes.
  if (start === '')
    return Number(end) === 0 || size === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, size - Number(end)), last: size - 1 };
  const first = Number(start);
  const last = end === '' ? size - 1 : Math.min(Number(end), size - 1);
  if (end !== '' && Number(end) < first) return 'whole';
  return first < size ? { first, last } : 'unsatisfiable';
};
