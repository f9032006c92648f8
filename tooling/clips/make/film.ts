import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import type { Clip } from '../lesson.ts';
import { slideOf } from '../slides/slide.ts';
import { secondsOf, stillsOf } from '../timing.ts';
import { type WebmParts, webmOf } from '../webm/webm.ts';
import { type EncodedPackets, encodeInPage } from './encode.ts';

const require = createRequire(import.meta.url);
const faces: Record<string, string> = {
  '/inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  '/fraunces.woff2': '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
  '/fraunces-italic.woff2': '@fontsource-variable/fraunces/files/fraunces-latin-opsz-italic.woff2',
};
/** Encoders are there for secure origins only; nothing is fetched from this one. */
const origin = 'https://clips.invalid';

const [width, height] = [1280, 720];

const packetsOf = (packets: EncodedPackets) =>
  packets.map(({ ms, key, data }) => ({ ms, key, data: Buffer.from(data, 'base64') }));

export type Film = { webm: Uint8Array; poster: Uint8Array; seconds: number };

/** A place to film clips in; one page, used again for every clip. */
export const openStudio = async (browser: Browser) => {
  const page = await browser.newPage({ viewport: { width, height } });
  let html = '<!doctype html>';
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const face = faces[pathname];
    if (face) return route.fulfill({ contentType: 'font/woff2', body: readFileSync(require.resolve(face)) });
    return route.fulfill({ contentType: 'text/html', body: html });
  });
  const show = async (slide: string): Promise<Buffer> => {
    html = slide;
    await page.goto(`${origin}/`);
    await page.evaluate(() => document.fonts.ready.then(() => null));
    return page.screenshot({ type: 'png' });
  };
  return {
    /** One still as PNG, to look at. */
    show,
    film: async (clip: Clip): Promise<Film> => {
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
        ...{ width, height, seconds, video: packetsOf(encoded.video) },
        audio: {
          head: Buffer.from(encoded.opusHead, 'base64'),
          // The encoder ends with a packet of what it had kept back.
          packets: packetsOf(encoded.audio).filter(({ ms }) => ms < seconds * 1_000),
        },
      };
      return { webm: webmOf(parts), poster: Buffer.from(encoded.poster, 'base64'), seconds };
    },
  };
};
