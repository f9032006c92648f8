import { cream, paperHeight, paperWidth } from './colours.ts';

const maxCanvasSide = 16_384;
/** Pixels of the file for each pixel of the paper. */
const scale = Math.min(2, maxCanvasSide / paperWidth);

/**
 * html2canvas measures the text baseline with a small inline image. The base styles of the client turn images into blocks,
 * which would move all text down.
 */
const inlineImages = 'img[src^="data:image/gif"] { display: inline-block !important; }';

/** Uses a constructed style sheet, because the content security policy forbids style elements. */
const withStyle = async <T>(css: string, work: () => Promise<T>): Promise<T> => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  try {
    return await work();
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  }
};

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser could not create the image.'))),
      'image/png',
    );
  });

/** Returns a PNG of the certificate, `scale` times as large as its paper. */
export const drawPaper = async (paper: HTMLElement): Promise<Blob> => {
  await document.fonts.ready;
  const { default: html2canvas } = await import('html2canvas');
  const canvas = await withStyle(inlineImages, () =>
    html2canvas(paper, {
      scale,
      width: paperWidth,
      height: paperHeight,
      backgroundColor: cream,
      logging: false,
      // The certificate consists of text and inline SVG. If an image ever gets into it, html2canvas must not load it from another
      // site, or draw it so that the canvas cannot be read.
      useCORS: false,
      allowTaint: false,
      imageTimeout: 10_000,
      // Copying only the certificate and its ancestors avoids reloading videos and resetting forms.
      ignoreElements: (element) =>
        !(element.contains(paper) || paper.contains(element) || document.head.contains(element)),
      onclone: (_, copy) => {
        copy.style.transform = 'none';
      },
    }),
  );
  return toPng(canvas);
};
