import { readFileSync } from 'node:fs';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';

/** Pixels of a picture, as they come from a PNG file. */
export type Picture = { width: number; height: number; data: Uint8Array };
/** A part of the paper, in the pixels of 1600 × 1131. */
export type Box = { left: number; top: number; width: number; height: number };

export const readPicture = (file: string): Picture => PNG.sync.read(readFileSync(file));
export const pictureOf = (png: Buffer): Picture => PNG.sync.read(png);

/** Letters are navy; cream, the watermark and the golden lines are all lighter. */
const isInk = (data: Uint8Array, at: number) =>
  (data[at] ?? 255) < 110 && (data[at + 1] ?? 255) < 110 && (data[at + 2] ?? 255) < 130;

/**
 * Where there is ink within a part of the paper.
 * @param scale pixels of the picture for one of the paper.
 * @returns the smallest box around it, in pixels of the paper; null where there is none.
 */
export const inkIn = ({ width, data }: Picture, box: Box, scale: number): Box | null => {
  const [left, top] = [Math.round(box.left * scale), Math.round(box.top * scale)];
  const [right, bottom] = [left + Math.round(box.width * scale), top + Math.round(box.height * scale)];
  let [minX, minY, maxX, maxY] = [right, bottom, -1, -1];
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

/** What a QR code in a part of the paper says; null where none can be read. */
export const readQrCode = ({ width, data }: Picture, box: Box, scale: number): string | null => {
  const [columns, rows] = [Math.round(box.width * scale), Math.round(box.height * scale)];
  const part = new Uint8ClampedArray(columns * rows * 4);
  for (let row = 0; row < rows; row += 1) {
    const from = ((Math.round(box.top * scale) + row) * width + Math.round(box.left * scale)) * 4;
    part.set(data.subarray(from, from + columns * 4), row * columns * 4);
  }
  return jsqr.default(part, columns, rows)?.data ?? null;
};
