/** Leaves room for an ending within the 255 bytes that common file systems allow. */
const maxBytes = 180;
const encoder = new TextEncoder();

/** Cuts a text after a whole character, to a maximum number of UTF-8 bytes, which is what file systems limit. */
const truncate = (text: string, bytes: number): string => {
  let result = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    length += encoder.encode(segment).length;
    if (length > bytes) break;
    result += segment;
  }
  return result;
};

/**
 * Returns a name that is valid on every file system: replaces forbidden, control and direction characters with hyphens, trims
 * dots, spaces and hyphens, and limits the length. Returns 'course' if nothing is left.
 */
export const toSafeFileName = (text: string): string => {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, '-')
    .replaceAll(/\s+/g, ' ');
  return truncate(plain.replaceAll(/^[\s.-]+|[\s.-]+$/g, ''), maxBytes).trimEnd() || 'course';
};

/** `{course_name}-certificate.png` */
export const createCertificateFileName = (courseName: string, extension: 'png' | 'pdf' = 'png'): string =>
  `${toSafeFileName(courseName)}-certificate.${extension}`;
