import type { Still } from '../timing.ts';

/** A line of a caption is readable on a phone; a caption has two of them at most. */
const lineLength = 42;
const pauseSeconds = 0.3;

export type Cue = { from: number; to: number; lines: readonly string[] };

const lengthOf = (words: readonly string[]) => words.join(' ').length;

/** Cuts words into as few parts of at most `most` letters as can be, all of about the same length. */
const evenly = (words: readonly string[], most: number): string[][] => {
  for (let count = Math.max(1, Math.ceil(lengthOf(words) / most)); ; count += 1) {
    const parts: string[][] = [];
    let rest = [...words];
    for (let left = count; left > 0; left -= 1) {
      const wanted = lengthOf(rest) / left;
      let take = left === 1 ? rest.length : 1;
      while (take < rest.length && lengthOf(rest.slice(0, take + 1)) <= Math.min(most, wanted + 3)) take += 1;
      parts.push(rest.slice(0, take));
      rest = rest.slice(take);
    }
    if (parts.every((part) => lengthOf(part) <= most) || count >= words.length) return parts;
  }
};

const sentencesOf = (text: string): string[] => text.split(/(?<=[.?!:;])\s+/);

/** Captions of at most two lines each; where words do not break well into two, there are more captions. */
const inTwoLines = (words: readonly string[]): string[][][] => {
  const lines = evenly(words, lineLength);
  if (lines.length <= 2) return [lines];
  return evenly(words, Math.ceil(lengthOf(words) / 2) + 8).flatMap(inTwoLines);
};

/** Sentences that fit into one caption together stay together; longer ones are cut between words. */
const captionsOf = (says: string): string[][] => {
  const most = lineLength * 2;
  const joined: string[] = [];
  for (const sentence of sentencesOf(says)) {
    const last = joined.at(-1);
    if (last !== undefined && last.length + 1 + sentence.length <= most)
      joined[joined.length - 1] = `${last} ${sentence}`;
    else joined.push(sentence);
  }
  return joined
    .flatMap((sentence) => evenly(sentence.split(/\s+/), most - 4))
    .flatMap(inTwoLines)
    .map((lines) => lines.map((line) => line.join(' ')));
};

/** The captions of a clip: each still's words, shown while it stands, in parts as long as they take to say. */
export const cuesOf = (stills: readonly Still[]): Cue[] =>
  stills.flatMap((still) => {
    const captions = captionsOf(still.says);
    const letters = captions.map((lines) => lines.join(' ').length);
    const all = letters.reduce((sum, count) => sum + count, 0);
    const speaking = still.to - still.from - pauseSeconds;
    let said = 0;
    return captions.map((lines, index) => {
      const from = still.from + (speaking * said) / all;
      said += letters[index] ?? 0;
      return { from, to: still.from + (speaking * said) / all, lines };
    });
  });

const clock = (seconds: number) => {
  const ms = Math.round(seconds * 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  return `${two(hours)}:${two(minutes)}:${two(Math.floor(ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, '0')}`;
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** As a WebVTT file. */
export const webVttOf = (cues: readonly Cue[]): string =>
  `${[
    'WEBVTT',
    ...cues.map(({ from, to, lines }) => `${clock(from)} --> ${clock(to)}\n${lines.map(escaped).join('\n')}`),
  ].join('\n\n')}\n`;
