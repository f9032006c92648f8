import { z } from 'zod';

/**
 * The messages of YouTube's embedded player (`enablejsapi=1`), which its own script sends and reads too; without that
 * script nothing of theirs runs in this page.
 */
const message = z.object({
  event: z.string(),
  info: z.unknown().optional(),
});

const info = z.object({
  currentTime: z.number().nonnegative().optional(),
  playerState: z.number().optional(),
});

export const youtubeOrigin = 'https://www.youtube-nocookie.com';

const states: Record<number, 'ended' | 'playing' | 'paused'> = { 0: 'ended', 1: 'playing', 2: 'paused' };

/** What the player has said. */
export type YoutubeNews = {
  /** It answers at all. */
  alive: true;
  second?: number;
  state?: 'ended' | 'playing' | 'paused';
  /** It does not play this video here. */
  refused?: true;
};

const parse = (data: unknown): unknown => {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
};

/** @returns null for what is no message of the player. */
export const readYoutubeMessage = (data: unknown): YoutubeNews | null => {
  const read = message.safeParse(parse(data));
  if (!read.success) return null;
  if (read.data.event === 'onError') return { alive: true, refused: true };
  const said = info.safeParse(read.data.info);
  if (!said.success) return { alive: true };
  const { currentTime, playerState } = said.data;
  const state = playerState === undefined ? undefined : states[playerState];
  return {
    alive: true,
    ...(currentTime === undefined ? {} : { second: currentTime }),
    ...(state === undefined ? {} : { state }),
  };
};

/** A message that has the player do something. */
export const youtubeCommand = (func: 'playVideo' | 'pauseVideo' | 'seekTo', ...args: unknown[]): string =>
  JSON.stringify({ event: 'command', func, args });

/** Asks the player to say what it does; repeated until it answers. */
export const youtubeListening = JSON.stringify({ event: 'listening', id: 'lesson', channel: 'widget' });

/** The player's address, beginning by itself at a second, as it is asked for by a click. */
export const youtubeAddress = (
  src: string,
  options: { second: number; sound: boolean; origin: string },
): string => {
  const address = new URL(src);
  address.searchParams.set('autoplay', '1');
  address.searchParams.set('start', String(Math.floor(options.second)));
  address.searchParams.set('mute', options.sound ? '0' : '1');
  address.searchParams.set('origin', options.origin);
  return address.href;
};

/** The video's page at YouTube. */
export const youtubePage = (src: string): string =>
  `https://www.youtube.com/watch?v=${new URL(src).pathname.split('/').at(-1) ?? ''}`;
