const longest = 180;
const encoder = new TextEncoder();

/** Cut after whole characters, so that it has at most so many bytes as UTF-8: file systems count those. */
const shortened = (text: string, bytes: number): string => {
  let kept = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    length += encoder.encode(segment).length;
    if (length > bytes) break;
    kept += segment;
  }
  return kept;
};

/**
 * A name that every file system takes: what some of them read as something else (slashes, colons, wildcards, control and
 * direction characters) becomes a hyphen, dots and spaces go from the ends, and it is not too long.
 */
export const safeFileName = (text: string): string => {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, '-')
    .replaceAll(/\s+/g, ' ');
  return shortened(plain.replaceAll(/^[\s.-]+|[\s.-]+$/g, ''), longest).trimEnd() || 'course';
};

/** `{course_name}-certificate.png` */
export const certificateFileName = (courseName: string): string =>
  `${safeFileName(courseName)}-certificate.png`;
