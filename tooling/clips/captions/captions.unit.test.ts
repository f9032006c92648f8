import { expect, test } from 'vitest';
import type { Still } from '../timing.ts';
import { createCues, renderWebVtt } from './captions.ts';

const still = (says: string, from: number, to: number): Still => ({
  kind: 'points',
  points: 1,
  says,
  from,
  to,
});

test('combines short sentences and splits long ones into lines of similar length', () => {
  const cues = createCues([
    still('One. Two is short as well.', 0, 4),
    still(
      'This sentence is a good deal longer than what fits into the two lines of a single caption, so it is shown in parts.',
      4,
      12,
    ),
  ]);
  expect(cues.map(({ lines }) => lines)).toEqual([
    ['One. Two is short as well.'],
    ['This sentence is a good deal', 'longer than what fits into the'],
    ['two lines of a single caption,', 'so it is shown in parts.'],
  ]);
  expect(cues.map(({ from }) => from)).toEqual([0, 4, expect.closeTo(7.97, 1)]);
  expect(cues[1]?.to).toBe(cues[2]?.from);
  expect(cues.at(-1)?.to).toBeCloseTo(11.7);
});

test('renders WebVTT with escaped characters', () => {
  expect(renderWebVtt([{ from: 61.5, to: 3_662.0704, lines: ['a < b', 'b & c'] }])).toBe(
    'WEBVTT\n\n00:01:01.500 --> 01:01:02.070\na &lt; b\nb &amp; c\n',
  );
});
