import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lessonSeconds } from '#web/domains/videos/lesson-titles.ts';
import { createCues } from './captions/captions.ts';
import { captionFileOf, clips, digestOf, nameOf } from './clips.ts';
import { clipsFolder, readMade } from './make.ts';
import { secondsOf, stillsOf } from './timing.ts';
import { decodeWebm } from './webm/webm.ts';

const namedClips = clips.map((clip) => [nameOf(clip), clip] as const);
const file = (name: string) => readFileSync(join(clipsFolder, name));

describe.each(namedClips)('%s', (name, clip) => {
  const stills = stillsOf(clip);
  const seconds = secondsOf(stills);
  const cues = createCues(stills);

  test('was made from its current content (otherwise run `npx node tooling/clips/make.ts`)', () => {
    expect(readMade()[name]).toBe(digestOf(clip));
    expect(file(`${name}.vtt`).toString()).toBe(captionFileOf(clip));
  });

  test('is as long as its stills, and lets a player start in the middle', () => {
    const webm = decodeWebm(file(`${name}.webm`));
    expect(webm).toMatchObject({ codecs: ['V_VP9', 'A_OPUS'], width: 1280 });
    expect(webm.seconds).toBeCloseTo(seconds, 3);
    expect(lessonSeconds[clip.code][clip.module - 1]).toBe(Math.floor(seconds));
    expect(webm.cues.map((cue) => cue.found)).toEqual([true, true, true]);
    expect(webm.cues[0]?.seconds).toBe(0);
    for (const track of [1, 2]) {
      const times = webm.times.filter((time) => time.track === track).map((time) => time.seconds);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThan(seconds);
    }
    // There is a new picture for each still, and sound until the end.
    for (const still of stills)
      expect(
        webm.times.some(({ track, seconds: at }) => track === 1 && Math.abs(at - still.from) < 0.002),
      ).toBe(true);
    expect(webm.times.findLast(({ track }) => track === 2)?.seconds).toBeGreaterThan(seconds - 0.2);
  });

  test('lasts half a minute to a minute, with three or four points and readable captions', () => {
    expect(seconds).toBeGreaterThanOrEqual(30);
    expect(seconds).toBeLessThanOrEqual(60);
    expect([3, 4]).toContain(clip.lesson.points.length);
    for (const { head } of clip.lesson.points) expect(head.length, head).toBeLessThanOrEqual(36);
    for (const { from, to, lines } of cues) {
      expect(lines.length).toBeLessThanOrEqual(2);
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(42);
      expect(lines.join(' ').length / (to - from), lines.join(' ')).toBeLessThan(21);
    }
    expect(cues.map(({ lines }) => lines.join(' ')).join(' ')).toBe(stills.map(({ says }) => says).join(' '));
    expect(cues.at(-1)?.to).toBeLessThanOrEqual(seconds);
  });

  test('has a diagram that grows with its points', () => {
    const begins = [...clip.lesson.diagram.matchAll(/data-from="(\d)"/g)].map(([, from]) => Number(from));
    expect(new Set(begins)).toEqual(new Set(clip.lesson.points.map((_, index) => index + 1)));
  });
});

test('the folder contains only the files of the clips, which together have less than 8 MB', () => {
  const found = readdirSync(clipsFolder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const expected = namedClips.flatMap(([name]) =>
    ['webm', 'webp', 'vtt'].map((ending) => join(clipsFolder, `${name}.${ending}`)),
  );
  expect(found.map((entry) => join(entry.parentPath, entry.name)).sort()).toEqual(expected.sort());
  expect(Object.keys(readMade()).sort()).toEqual(namedClips.map(([name]) => name).sort());
  const bytes = expected.reduce((sum, name) => sum + statSync(name).size, 0);
  expect(bytes).toBeLessThan(8_000_000);
});
