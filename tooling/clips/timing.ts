import type { Clip } from './lesson.ts';

/** The pace of a calm speaker. It gives captions about fifteen characters per second, which most people can read easily. */
const wordsPerSecond = 2.55;
/** The pause after the words of a still. */
const pauseSeconds = 0.7;
/** The shortest time that a still is shown. */
const minSeconds = 3;

/** One still of a clip: how many points it has reached, what is said, and when, in seconds from the start of the clip. */
export type Still = {
  kind: 'title' | 'points' | 'closing';
  /** How many points have been made by its end. The title and the closing card show none. */
  points: number;
  says: string;
  from: number;
  to: number;
};

const secondsToSay = (says: string) =>
  Math.max(minSeconds, says.split(/\s+/).length / wordsPerSecond + pauseSeconds);

/** Rounds to a frame, at 25 frames per second. */
const toFrame = (seconds: number) => Math.round(seconds * 25) / 25;

/** Returns the stills of a clip, without gaps between them. */
export const stillsOf = ({ lesson }: Pick<Clip, 'lesson'>): Still[] => {
  const planned: Pick<Still, 'kind' | 'points' | 'says'>[] = [
    { kind: 'title', points: 0, says: lesson.opening },
    ...lesson.points.map(({ says }, index) => ({ kind: 'points' as const, points: index + 1, says })),
    { kind: 'closing', points: lesson.points.length, says: lesson.gist },
  ];
  let at = 0;
  return planned.map((still) => {
    const from = at;
    at = toFrame(from + secondsToSay(still.says));
    return { ...still, from, to: at };
  });
};

/** Returns the length of a clip in seconds. */
export const secondsOf = (stills: readonly Still[]): number => stills.at(-1)?.to ?? 0;
