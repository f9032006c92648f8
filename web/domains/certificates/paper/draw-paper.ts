import { createPicturePdf } from '../picture-pdf.ts';
import { cream, paperHeight, paperWidth } from './paper-design.ts';

/** The picture is this many times as wide and as high as the paper. */
const scale = 2;

/**
 * html2canvas measures the text baseline with a small inline image. The base styles of the client turn images into blocks,
 * which would move all text down.
 */
const inlineImagesCss = 'img[src^="data:image/gif"] { display: inline-block !important; }';

/** Applies CSS while `work` runs. Uses a constructed style sheet, because the content security policy forbids style elements. */
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

/** High, because compression artefacts are most visible around letters. */
const jpegQuality = 0.95;

const toPicture = (canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser could not create the image.'))),
      type,
      jpegQuality,
    );
  });

const drawCanvas = async (paper: HTMLElement): Promise<HTMLCanvasElement> => {
  await document.fonts.ready;
  const { default: html2canvas } = await import('html2canvas');
  return withStyle(inlineImagesCss, () =>
    html2canvas(paper, {
      scale,
      width: paperWidth,
      height: paperHeight,
      backgroundColor: cream,
      logging: false,
      // The certificate consists of text and inline SVG. If an image ever gets into it, html2canvas must neither load it from
      // another site nor taint the canvas with it.
      useCORS: false,
      allowTaint: false,
      imageTimeout: 10_000,
      // Copying only the certificate, its ancestors and the head of the document avoids reloading videos and resetting forms.
      ignoreElements: (element) =>
        !(element.contains(paper) || paper.contains(element) || document.head.contains(element)),
      onclone: (_, copy) => {
        copy.style.transform = 'none';
      },
    }),
  );
};

/** Returns a PNG of the certificate, twice as wide and as high as its paper. */
export const drawPaper = async (paper: HTMLElement): Promise<Blob> =>
  toPicture(await drawCanvas(paper), 'image/png');

/** Returns a PDF of the certificate: one A4 page with its picture. */
export const drawPdf = async (paper: HTMLElement, title: string): Promise<Blob> => {
  const canvas = await drawCanvas(paper);
  const picture = await toPicture(canvas, 'image/jpeg');
  const jpeg = new Uint8Array(await picture.arrayBuffer());
  const { width, height } = canvas;
  return new Blob([createPicturePdf({ jpeg, width, height }, title)], { type: 'application/pdf' });
};
