import { z } from 'zod/mini';
import { isPathOnThisOrigin, parseWebAddress, requiredText } from '../fields/text.ts';

/**
 * Hosts of YouTube's pages and players. `youtu.be` is handled separately, because its paths consist of the video id alone.
 */
const youtubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const videoId = /^[\w-]{11}$/;

/** Extracts the video id from the address forms that YouTube offers for copying. */
const findVideoId = (url: URL): string | null => {
  const [, first = '', second = ''] = url.pathname.split('/');
  if (url.hostname === 'youtu.be') return first;
  if (first === 'watch') return url.searchParams.get('v');
  return ['embed', 'shorts', 'live', 'v'].includes(first) ? second : null;
};

/** The address of a video: a file, which is not checked, or a YouTube video. */
export type VideoAddress =
  | { kind: 'file'; address: string }
  /** `id`: eleven letters, digits, `-` or `_`, so it is safe in a URL. */
  | { kind: 'youtube'; id: string };

/**
 * Parses a video address as a user pasted it: an http(s) address of a file, a path on this origin, or a YouTube address
 * (watch?v=, youtu.be, embed, shorts, live, v).
 * @returns null for a YouTube address without a video (a channel, a playlist), and for a text that is neither a web address nor a path on this
 * origin.
 */
export const parseVideoAddress = (text: string): VideoAddress | null => {
  const address = text.trim();
  if (isPathOnThisOrigin(address)) return { kind: 'file', address };
  const url = parseWebAddress(address);
  if (url === null) return null;
  if (url.hostname !== 'youtu.be' && !youtubeHosts.has(url.hostname)) return { kind: 'file', address };
  const id = findVideoId(url);
  return id !== null && videoId.test(id) ? { kind: 'youtube', id } : null;
};

const isAddress = (text: string) => isPathOnThisOrigin(text) || parseWebAddress(text) !== null;

/** Creates the schema of a video's address (see {@link parseVideoAddress}). @param label the field's name in error sentences. */
export const videoAddress = (label: string) =>
  z.pipe(
    requiredText(label, 2_000),
    z.string().check(
      z.refine(isAddress, {
        error: `${label} must begin with http:// or https://, or be a path on this site.`,
        abort: true,
      }),
      z.refine((text) => parseVideoAddress(text) !== null, {
        error: `${label} must point to a single YouTube video.`,
      }),
    ),
  );

/** The number of videos of a course, one for each module. */
export const videosPerCourse = 5;
const videoCountSentence = `A course needs exactly ${videosPerCourse} videos of its own, or none.`;

/** A course's own videos, one per module. */
export const videoList = z
  .array(videoAddress('A video address'), { error: videoCountSentence })
  .check(z.refine((list) => list.length === videosPerCourse, { error: videoCountSentence }));
