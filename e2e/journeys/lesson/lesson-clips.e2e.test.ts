import { expect } from 'vitest';
import { courseCodes } from '#contract/schemas/courses.ts';
import { productUrl, test } from '#e2e/support/journey.ts';

/** How a clip played on a page of the product, under its content security policy. `reached` and `jumpedTo` are in seconds. */
type Playback = {
  seconds: number;
  reached: number;
  jumpedTo: number;
  captions: string[];
  colourCount: number;
};

test('a lesson clip plays, seeks and shows captions, and every department has clips', async ({ visit }) => {
  const page = await visit('/about');
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.webm')) statuses.push(response.status());
  });
  const played = await page.evaluate(async (): Promise<Playback> => {
    const video = document.createElement('video');
    video.muted = true;
    video.src = '/clips/phy/4.webm';
    const track = document.createElement('track');
    Object.assign(track, { kind: 'captions', src: '/clips/phy/4.vtt', srclang: 'en', default: true });
    video.append(track);
    document.body.append(video);
    const waitFor = (event: string, target: EventTarget = video) =>
      new Promise<void>((resolve, reject) => {
        target.addEventListener(event, () => resolve(), { once: true });
        video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
      });
    // The browser updates the active cues asynchronously.
    const readShownCaptions = async () => {
      while (!track.track.activeCues?.length) await new Promise((resolve) => setTimeout(resolve, 50));
      return [...track.track.activeCues].map((cue) => (cue as VTTCue).text);
    };
    track.track.mode = 'showing';
    await waitFor('loadedmetadata');
    if (track.readyState !== HTMLTrackElement.prototype.LOADED) await waitFor('load', track);
    await video.play();
    while (video.currentTime < 0.5) await waitFor('timeupdate');
    const reached = video.currentTime;
    const captions = await readShownCaptions();
    video.pause();
    video.currentTime = 30;
    await waitFor('seeked');
    captions.push(...(await readShownCaptions()));
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 36;
    const context = canvas.getContext('2d');
    context?.drawImage(video, 0, 0, 64, 36);
    const colours = new Set(
      new Uint32Array(context?.getImageData(0, 0, 64, 36).data.buffer ?? new ArrayBuffer()),
    );
    return {
      seconds: video.duration,
      reached,
      jumpedTo: video.currentTime,
      captions,
      colourCount: colours.size,
    };
  });
  expect(played.seconds).toBeGreaterThan(30);
  expect(played.reached).toBeGreaterThan(0.5);
  expect(played.jumpedTo).toBe(30);
  expect(played.captions).toHaveLength(2);
  expect(new Set(played.captions).size).toBe(2);
  // A blank frame would have a single colour.
  expect(played.colourCount).toBeGreaterThan(20);
  // The video was requested in ranges.
  expect(statuses).toContain(206);

  for (const code of courseCodes.map((courseCode) => courseCode.toLowerCase())) {
    const answers = await Promise.all(
      ['webm', 'vtt', 'webp'].map((ending) =>
        fetch(`${productUrl()}/clips/${code}/5.${ending}`, { method: 'HEAD' }),
      ),
    );
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'video/webm'],
      [200, 'text/vtt; charset=utf-8'],
      [200, 'image/webp'],
    ]);
  }
});
