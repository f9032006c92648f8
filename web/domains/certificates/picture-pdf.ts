/** A4 in landscape, in points. */
const page = { width: 841.89, height: 595.28 };

/** Returns a text as a PDF string in hexadecimal UTF-16, which needs no escaping. */
const encodePdfText = (text: string): string => {
  let hex = 'FEFF';
  for (let index = 0; index < text.length; index += 1)
    hex += text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0');
  return `<${hex}>`;
};

/**
 * Creates a PDF with one landscape A4 page filled by a picture. ISO 32000-1 defines the format: numbered objects, a table with
 * the byte offset of each object, and a trailer. A JPEG is stored as it is (DCTDecode).
 * @param picture.jpeg a JPEG in colour.
 * @param title many viewers show it in place of the file name.
 */
export const createPicturePdf = (
  { jpeg, width, height }: { jpeg: Uint8Array; width: number; height: number },
  title: string,
): Uint8Array<ArrayBuffer> => {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const addObject = (dictionary: string, stream: string | Uint8Array | null = null) => {
    offsets.push(length);
    add(`${offsets.length} 0 obj\n${dictionary}\n`);
    if (stream !== null) {
      add('stream\n');
      add(stream);
      add('\nendstream\n');
    }
    add('endobj\n');
  };
  const drawing = `q ${page.width} 0 0 ${page.height} 0 0 cm /Picture Do Q`;
  // The second line tells programs that the file is binary.
  add('%PDF-1.4\n%\u00e2\u00e3\n');
  addObject('<< /Type /Catalog /Pages 2 0 R >>');
  addObject('<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  addObject(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] ` +
      '/Resources << /XObject << /Picture 5 0 R >> >> /Contents 4 0 R >>',
  );
  addObject(`<< /Length ${drawing.length} >>`, drawing);
  addObject(
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
      `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
    jpeg,
  );
  addObject(`<< /Title ${encodePdfText(title)} /Producer (Lyceum) >>`);
  const tableOffset = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  // The table begins with an entry for object 0, which is always unused.
  const entryCount = offsets.length + 1;
  add(`xref\n0 ${entryCount}\n0000000000 65535 f \n${entries}`);
  add(`trailer\n<< /Size ${entryCount} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${tableOffset}\n%%EOF\n`);
  const file = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    file.set(part, offset);
    offset += part.length;
  }
  return file;
};
