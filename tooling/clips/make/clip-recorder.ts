import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import type { Clip } from '../lesson.ts';
import { slideOf } from '../slides/slide.ts';
import { secondsOf, stillsOf } from '../timing.ts';
import { encodeWebm, type WebmParts } from '../webm/webm.ts';
import { type EncodedPackets, encodeInPage } from './encode.ts';

const require = createRequire(import.meta.url);
const fonts: Record<string, string> = {
  '/inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  '/fraunces.woff2': '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
  '/fraunces-italic.woff2': '@fontsource-variable/fraunces/files/fraunces-latin-opsz-italic.woff2',
};
/** WebCodecs needs a secure origin. Requests to this one are answered by `page.route`. */
const origin = 'https://clips.invalid';

const [width, height] = [1280, 720];

const decodePackets = (packets: EncodedPackets) =>
  packets.map(({ ms, isKey, data }) => ({ ms, isKey, data: Buffer.from(data, 'base64') }));

type RecordedClip = { webm: Uint8Array; poster: Uint8Array; seconds: number };

/** Opens a browser page in which clips are recorded. It is reused for every clip. */
export const openClipRecorder = async (browser: Browser) => {
  const page = await browser.newPage({ viewport: { width, height } });
  let html = '<!doctype html>';
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const font = fonts[pathname];
    if (font) return route.fulfill({ contentType: 'font/woff2', body: readFileSync(require.resolve(font)) });
    return route.fulfill({ contentType: 'text/html', body: html });
  });
  const show = async (slide: string): Promise<Buffer> => {
    html = slide;
    await page.goto(`${origin}/`);
    await page.evaluate(() => document.fonts.ready.then(() => null));
    return page.screenshot({ type: 'png' });
  };
  return {
    /** Returns a slide as PNG. */
    show,
    record: async (clip: Clip): Promise<RecordedClip> => {
      const stills = stillsOf(clip);
      const seconds = secondsOf(stills);
      const pictures: { png: string; from: number; scene: string }[] = [];
      for (const still of stills)
        pictures.push({
          png: (await show(slideOf(clip, still))).toString('base64'),
          from: still.from,
          scene: still.kind,
        });
      const encoded = await page.evaluate(encodeInPage, { width, height, seconds, stills: pictures });
      const parts: WebmParts = {
        ...{ width, height, seconds, video: decodePackets(encoded.video) },
        audio: {
          head: Buffer.from(encoded.opusHead, 'base64'),
          // The encoder's last packet only flushes its buffer.
          packets: decodePackets(encoded.audio).filter(({ ms }) => ms < seconds * 1_000),
        },
      };
      return { webm: encodeWebm(parts), poster: Buffer.from(encoded.poster, 'base64'), seconds };
    },
  };
};
