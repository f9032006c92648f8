/** Common file systems allow 255 bytes. The rest is for a suffix and an extension. */
const maxNameBytes = 180;
const encoder = new TextEncoder();

/**
 * Truncates a text to at most `maxBytes` bytes of UTF-8, because file systems limit the bytes of a name. Never splits a
 * character.
 */
const truncate = (text: string, maxBytes: number): string => {
  let truncated = '';
  let byteCount = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    byteCount += encoder.encode(segment).length;
    if (byteCount > maxBytes) break;
    truncated += segment;
  }
  return truncated;
};

/**
 * Returns the text in a form that common file systems accept at the beginning of a file name: replaces forbidden, control and direction
 * characters with hyphens, replaces several spaces with one, trims dots, spaces and hyphens, and limits the length. Returns 'course' if nothing is left.
 */
export const toSafeFileName = (text: string): string => {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, '-')
    .replaceAll(/\s+/g, ' ');
  return truncate(plain.replaceAll(/^[\s.-]+|[\s.-]+$/g, ''), maxNameBytes).trimEnd() || 'course';
};

/** Returns `{course_name}-certificate.png`, or the same with `.pdf`. */
export const createCertificateFileName = (courseName: string, extension: 'png' | 'pdf' = 'png'): string =>
  `${toSafeFileName(courseName)}-certificate.${extension}`;
