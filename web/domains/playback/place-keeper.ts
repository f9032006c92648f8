/** A place in a course: module 1 to 5, and the second in its video. */
type Place = { module: number; second: number };

export type PlaceKeeper = {
  /** The student stands here now, and goes on (the video plays): told from time to time. */
  pass: (place: Place) => void;
  /** The student came to rest here (paused, moved, another module): told soon. */
  rest: (place: Place) => void;
  /** The page goes away: what was not told yet is told at once. */
  leave: () => void;
};

/** While a video plays its place is told this often: of six tellings a minute two are left for coming to rest. */
export const passingMs = 15_000;
/** Several moves in a row are told as one. */
export const restingMs = 1_500;
/** After a telling that failed and said no time of its own. */
const againMs = 15_000;

/**
 * Tells the server where a student stands, so often as it may be told, the newest place alone. A place that could not be
 * told is told later with its age, unless there is a newer one.
 * @param options.tell resolves when the place is kept; rejects with what `waitAfter` understands.
 * @param options.waitAfter how long to wait after this failure, in milliseconds; null: it is pointless to try again.
 * @param options.now a clock in milliseconds that never runs backwards.
 */
export const placeKeeper = (options: {
  tell: (place: Place, told: { secondsAgo: number; leaving: boolean }) => Promise<unknown>;
  waitAfter: (failure: unknown) => number | null | undefined;
  now?: () => number;
}): PlaceKeeper => {
  const now = options.now ?? (() => performance.now());
  let waiting: { place: Place; at: number } | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Number.POSITIVE_INFINITY;

  const tellAt = (time: number): void => {
    if (time >= due) return;
    due = time;
    clearTimeout(timer);
    timer = setTimeout(() => void tellNow(false), Math.max(0, time - now()));
  };
  const tellNow = async (leaving: boolean): Promise<void> => {
    clearTimeout(timer);
    due = Number.POSITIVE_INFINITY;
    const telling = waiting;
    if (telling === null) return;
    waiting = null;
    toldAt = now();
    const secondsAgo = Math.round((toldAt - telling.at) / 1_000);
    try {
      await options.tell(telling.place, { secondsAgo, leaving });
    } catch (failure) {
      const wait = options.waitAfter(failure);
      if (wait === null) return;
      notBefore = now() + (wait ?? againMs);
      waiting ??= telling;
      tellAt(notBefore);
    }
  };
  return {
    pass: (place) => {
      waiting = { place, at: now() };
      tellAt(Math.max(toldAt + passingMs, notBefore, now()));
    },
    rest: (place) => {
      waiting = { place, at: now() };
      tellAt(Math.max(now() + restingMs, notBefore));
    },
    leave: () => void tellNow(true),
  };
};
