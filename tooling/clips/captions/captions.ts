import { escapeMarkup } from '../escape-markup.ts';
import type { Still } from '../timing.ts';

/** The maximum number of characters in a line. Longer lines would be too small to read on a phone. A caption has at most two lines. */
const maxLineLength = 42;
/** The last caption of a still disappears this long before the next still. */
const pauseSeconds = 0.3;

export type Cue = { from: number; to: number; lines: readonly string[] };

const lengthOf = (words: readonly string[]) => words.join(' ').length;

/** Splits words into as few parts as possible of at most `maxLength` characters, all of about the same length. */
const splitEvenly = (words: readonly string[], maxLength: number): string[][] => {
  for (let count = Math.max(1, Math.ceil(lengthOf(words) / maxLength)); ; count += 1) {
    const parts: string[][] = [];
    let rest = [...words];
    for (let partsLeft = count; partsLeft > 0; partsLeft -= 1) {
      const targetLength = lengthOf(rest) / partsLeft;
      // A part may be three characters longer than the target, so that the last part does not become the longest.
      const limit = Math.min(maxLength, targetLength + 3);
      let wordCount = partsLeft === 1 ? rest.length : 1;
      while (wordCount < rest.length && lengthOf(rest.slice(0, wordCount + 1)) <= limit) wordCount += 1;
      parts.push(rest.slice(0, wordCount));
      rest = rest.slice(wordCount);
    }
    if (parts.every((part) => lengthOf(part) <= maxLength) || count >= words.length) return parts;
  }
};

const splitSentences = (text: string): string[] => text.split(/(?<=[.?!:;])\s+/);

/** Splits words into captions of at most two lines. A caption is a list of lines, and a line a list of words. */
const splitIntoCaptions = (words: readonly string[]): string[][][] => {
  const lines = splitEvenly(words, maxLineLength);
  if (lines.length <= 2) return [lines];
  // Halves the text. The 8 characters allow for a long word at the break.
  return splitEvenly(words, Math.ceil(lengthOf(words) / 2) + 8).flatMap(splitIntoCaptions);
};

/** Combines short sentences that fit into one caption, and splits long ones between words. @returns the captions, each as a list of lines. */
const captionsOf = (says: string): string[][] => {
  const maxLength = maxLineLength * 2;
  const joined: string[] = [];
  for (const sentence of splitSentences(says)) {
    const last = joined.at(-1);
    if (last !== undefined && last.length + 1 + sentence.length <= maxLength)
      joined[joined.length - 1] = `${last} ${sentence}`;
    else joined.push(sentence);
  }
  // A caption rarely uses all characters of its two lines, because lines break between words.
  const usableLength = maxLength - 4;
  return joined
    .flatMap((sentence) => splitEvenly(sentence.split(/\s+/), usableLength))
    .flatMap(splitIntoCaptions)
    .map((lines) => lines.map((line) => line.join(' ')));
};

/** Returns the captions of a clip. The text of each still is split into cues, which share its time in proportion to their lengths. */
export const createCues = (stills: readonly Still[]): Cue[] =>
  stills.flatMap((still) => {
    const captions = captionsOf(still.says);
    const lengths = captions.map((lines) => lines.join(' ').length);
    const totalCharacters = lengths.reduce((sum, length) => sum + length, 0);
    const speakingSeconds = still.to - still.from - pauseSeconds;
    let spokenCharacters = 0;
    return captions.map((lines, index) => {
      const from = still.from + (speakingSeconds * spokenCharacters) / totalCharacters;
      spokenCharacters += lengths[index] ?? 0;
      return { from, to: still.from + (speakingSeconds * spokenCharacters) / totalCharacters, lines };
    });
  });

const formatTime = (seconds: number) => {
  const ms = Math.round(seconds * 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  return `${two(hours)}:${two(minutes)}:${two(Math.floor(ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, '0')}`;
};

/** Renders cues as a WebVTT file. */
export const renderWebVtt = (cues: readonly Cue[]): string =>
  `${[
    'WEBVTT',
    ...cues.map(
      ({ from, to, lines }) =>
        `${formatTime(from)} --> ${formatTime(to)}\n${lines.map(escapeMarkup).join('\n')}`,
    ),
  ].join('\n\n')}\n`;
