import { z } from 'zod';
import { isPathOnThisOrigin, requiredText, webAddressOf } from './text.ts';

/** Hosts of YouTube's players and pages; anything else that mentions YouTube is an ordinary address. */
const youtubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const videoId = /^[\w-]{11}$/;

/** Where the id stands in the forms that YouTube gives people to copy. */
const idIn = (url: URL): string | null => {
  const [, first = '', second = ''] = url.pathname.split('/');
  if (url.hostname === 'youtu.be') return first;
  if (first === 'watch') return url.searchParams.get('v');
  return ['embed', 'shorts', 'live', 'v'].includes(first) ? second : null;
};

/** What an address of a video stands for; null when it is none that can be played. */
export type VideoAddress =
  | { kind: 'file'; address: string }
  /** `id`: eleven letters, digits, `-` or `_`, safe to put into an address. */
  | { kind: 'youtube'; id: string };

/**
 * Reads a video's address as a person pasted it: an http(s) address of a file, a path on this origin, or one of YouTube's
 * (watch?v=, youtu.be, embed, shorts, live). A YouTube address that names no video (a channel, a list) is null.
 */
export const readVideoAddress = (text: string): VideoAddress | null => {
  const address = text.trim();
  if (isPathOnThisOrigin(address)) return { kind: 'file', address };
  const url = webAddressOf(address);
  if (url === null) return null;
  if (url.hostname !== 'youtu.be' && !youtubeHosts.has(url.hostname)) return { kind: 'file', address };
  const id = idIn(url);
  return id !== null && videoId.test(id) ? { kind: 'youtube', id } : null;
};

const isAddress = (text: string) => isPathOnThisOrigin(text) || webAddressOf(text) !== null;

/** The address of one video, as {@link readVideoAddress} takes it. @param label what a person calls the field. */
export const videoAddress = (label: string) =>
  requiredText(label, 2_000).pipe(
    z
      .string()
      .refine(isAddress, {
        error: `${label} must begin with http:// or https://, or be a path on this site.`,
        abort: true,
      })
      .refine((text) => readVideoAddress(text) !== null, {
        error: `${label} names no single video of YouTube.`,
      }),
  );

/** One a module. */
const videosOfACourse = 5;
const fiveSentence = `A course has ${videosOfACourse} videos of its own, or none.`;

/** A course's own videos, one a module. */
export const videoList = z
  .array(videoAddress('A video address'), { error: fiveSentence })
  .refine((list) => list.length === videosOfACourse, { error: fiveSentence });
