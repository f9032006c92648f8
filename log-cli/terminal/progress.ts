import type { Writable } from 'node:stream';

const every = 200;
const width = 24;

const inWords = (seconds: number): string => {
  if (!Number.isFinite(seconds)) return '';
  if (seconds < 90) return `${Math.ceil(seconds)} s left`;
  return `${Math.ceil(seconds / 60)} min left`;
};

/** How far a long command has come. */
export type Progress = { at(done: number): void; end(): void };

/**
 * A bar on a terminal, with rate and time left, drawn five times a second at most; nothing at all where the errors go into
 * a file, so that scripts are not told.
 * @param whole how much there is to do, in `unit`s.
 */
export const showProgress = (
  terminal: Writable & { isTTY?: boolean },
  whole: number,
  unit: string,
  now: () => number = () => performance.now(),
): Progress => {
  if (!terminal.isTTY || whole === 0) return { at: () => {}, end: () => {} };
  const began = now();
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    at(done) {
      const time = now();
      if (time - drawn < every && done < whole) return;
      drawn = time;
      const rate = done / Math.max((time - began) / 1000, 0.001);
      const full = Math.round((Math.min(done, whole) / whole) * width);
      const bar = '█'.repeat(full) + '░'.repeat(width - full);
      const left = done < whole ? `, ${inWords((whole - done) / rate)}` : '';
      terminal.write(
        `\r${bar} ${done.toLocaleString('en')} of ${whole.toLocaleString('en')} ${unit}, ${Math.round(rate).toLocaleString('en')}/s${left}\u001b[K`,
      );
    },
    end: () => terminal.write('\n'),
  };
};
