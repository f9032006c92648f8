import { expect, test } from 'vitest';
import { createPicturePdf } from './picture-pdf.ts';

/** Returns one character for each byte, so that offsets in the text are offsets in the file. */
const decode = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);
const jpeg = Uint8Array.from([0xff, 0xd8, 1, 2, 3, 0xff, 0xd9]);

test('writes one landscape page with the picture, and a table with the offset of every object', () => {
  const file = createPicturePdf({ jpeg, width: 3200, height: 2262 }, 'Ünits (1) \\ 2');
  const text = decode(file);
  expect(text.startsWith('%PDF-1.4\n')).toBe(true);
  expect(text.endsWith('%%EOF\n')).toBe(true);
  expect(text).toContain('/MediaBox [0 0 841.89 595.28]');
  expect(text).toContain('/Width 3200 /Height 2262');
  expect(text).toContain(`/Length ${jpeg.length} >>\nstream\n${decode(jpeg)}\nendstream`);
  const tableOffset = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(tableOffset, tableOffset + 9)).toBe('xref\n0 7\n');
  const offsets = [...text.slice(tableOffset).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
    Number(offset),
  );
  expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => `${number} 0 obj`),
  );
  // Parentheses and backslashes in the title need no escaping in hexadecimal.
  expect(text).toContain('/Title <FEFF00DC006E00690074007300200028003100290020005C00200032>');
});
