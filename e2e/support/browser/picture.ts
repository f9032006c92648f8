import { readFileSync } from 'node:fs';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';

/** The pixels of a PNG file. */
export type Picture = { width: number; height: number; data: Uint8Array };
/** An area of the certificate, in pixels of its 1600 × 1131 layout. */
export type Box = { left: number; top: number; width: number; height: number };

/** Reads a PNG file. */
export const readPictureFile = (file: string): Picture => PNG.sync.read(readFileSync(file));
/** Parses the bytes of a PNG file. */
export const parsePicture = (png: Buffer): Picture => PNG.sync.read(png);

/** Returns whether the pixel at this index is text, which is navy. The background, the watermark and the golden lines are lighter. */
const isInk = (data: Uint8Array, at: number) =>
  (data[at] ?? 255) < 110 && (data[at + 1] ?? 255) < 110 && (data[at + 2] ?? 255) < 130;

/**
 * Finds the text within an area of the certificate.
 * @param scale pixels of the picture per pixel of the certificate.
 * @returns the smallest box around the text, in pixels of the certificate, or null if the area contains no text.
 */
export const findInk = ({ width, data }: Picture, box: Box, scale: number): Box | null => {
  const left = Math.round(box.left * scale);
  const top = Math.round(box.top * scale);
  const right = left + Math.round(box.width * scale);
  const bottom = top + Math.round(box.height * scale);
  let minX = right;
  let minY = bottom;
  let maxX = -1;
  let maxY = -1;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1)
      if (isInk(data, (y * width + x) * 4)) {
        minX = Math.min(minX, x);
        maxX = Math.max(maxX, x);
        minY = Math.min(minY, y);
        maxY = Math.max(maxY, y);
      }
  if (maxX < 0) return null;
  return {
    left: minX / scale,
    top: minY / scale,
    width: (maxX + 1 - minX) / scale,
    height: (maxY + 1 - minY) / scale,
  };
};

/** Returns the content of the QR code in an area of the certificate, or null if none can be read. */
export const readQrCode = ({ width, data }: Picture, box: Box, scale: number): string | null => {
  const columns = Math.round(box.width * scale);
  const rows = Math.round(box.height * scale);
  const part = new Uint8ClampedArray(columns * rows * 4);
  for (let row = 0; row < rows; row += 1) {
    const from = ((Math.round(box.top * scale) + row) * width + Math.round(box.left * scale)) * 4;
    part.set(data.subarray(from, from + columns * 4), row * columns * 4);
  }
  return jsqr.default(part, columns, rows)?.data ?? null;
};
