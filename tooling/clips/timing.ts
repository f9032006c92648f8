import type { Clip } from './lesson.ts';

/** A calm speaker; so captions have about fifteen letters a second, which most people read with ease. */
const wordsPerSecond = 2.55;
const pauseSeconds = 0.7;
const shortest = 3;

/** One still of a clip: how many points stand on it, and what is said meanwhile. Seconds from the clip's beginning. */
export type Still = {
  kind: 'title' | 'points' | 'closing';
  /** How many points have appeared. */
  points: number;
  says: string;
  from: number;
  to: number;
};

const lengthOf = (says: string) =>
  Math.max(shortest, says.split(/\s+/).length / wordsPerSecond + pauseSeconds);

/** To the frame of 25 a second. */
const toFrame = (seconds: number) => Math.round(seconds * 25) / 25;

/** The stills of a clip, one after another without a gap. */
export const stillsOf = ({ lesson }: Pick<Clip, 'lesson'>): Still[] => {
  const planned: Pick<Still, 'kind' | 'points' | 'says'>[] = [
    { kind: 'title', points: 0, says: lesson.opening },
    ...lesson.points.map(({ says }, index) => ({ kind: 'points' as const, points: index + 1, says })),
    { kind: 'closing', points: lesson.points.length, says: lesson.gist },
  ];
  let at = 0;
  return planned.map((still) => {
    const from = at;
    at = toFrame(from + lengthOf(still.says));
    return { ...still, from, to: at };
  });
};

export const secondsOf = (stills: readonly Still[]): number => stills.at(-1)?.to ?? 0;
