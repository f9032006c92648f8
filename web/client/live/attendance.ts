import type { LivePlace } from '#contract/presence.ts';

/** Says to the server what this tab shows. @param refused called when the server did not take it. */
type Say = (place: LivePlace | null, refused: () => void) => void;

/** After this time it is tried again to be let in, in milliseconds. */
const tryAgainMs = 10_000;

/**
 * What this tab shows that the server should know of, one place at a time. Each change is said once, and what a page
 * takes back in the same breath is not said at all; a server that has forgotten (`sayAgain`) is told again.
 */
export const liveAttendance = (say: Say) => {
  let shown: LivePlace | null = null;
  let said: LivePlace | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const speak = () => {
    queueMicrotask(() => {
      if (shown === said) return;
      const place = shown;
      said = place;
      clearTimeout(timer);
      say(place, () => {
        if (shown !== place || said !== place) return;
        timer = setTimeout(() => {
          if (shown === place) sayAgain();
        }, tryAgainMs);
      });
    });
  };
  const sayAgain = () => {
    said = null;
    speak();
  };
  return {
    /** @returns the way to end it. */
    attend(place: LivePlace): () => void {
      shown = place;
      speak();
      return () => {
        if (shown !== place) return;
        shown = null;
        speak();
      };
    },
    sayAgain,
  };
};
