import { cream, paperHeight, paperWidth } from './colours.ts';

/** Pixels of the file for one of the picture, and the longest side that a canvas may have. */
const wanted = 2;
const longestSide = 16_384;
export const pictureScale = Math.min(wanted, longestSide / paperWidth);

/**
 * html2canvas finds the line on which letters stand with the help of a small picture in a line of text. The client's
 * base styles make pictures blocks, and every text would come out too low.
 */
const picturesInLine = 'img[src^="data:image/gif"] { display: inline-block !important; }';

const withStyle = async <T>(css: string, work: () => Promise<T>): Promise<T> => {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  try {
    return await work();
  } finally {
    style.remove();
  }
};

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser could not make the picture.'))),
      'image/png',
    );
  });

/** Draws the paper as it stands, unscaled and without anything around it. @returns a PNG. */
export const drawPaper = async (paper: HTMLElement): Promise<Blob> => {
  await document.fonts.ready;
  const { default: html2canvas } = await import('html2canvas');
  const canvas = await withStyle(picturesInLine, () =>
    html2canvas(paper, {
      scale: pictureScale,
      width: paperWidth,
      height: paperHeight,
      backgroundColor: cream,
      logging: false,
      imageTimeout: 10_000,
      // The rest of the page is not copied: neither players nor forms have anything to do with it.
      ignoreElements: (element) =>
        !(element.contains(paper) || paper.contains(element) || document.head.contains(element)),
      onclone: (_, copy) => {
        copy.style.transform = 'none';
      },
    }),
  );
  return blobOf(canvas);
};
