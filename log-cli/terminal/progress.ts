import type { Terminal } from './terminal.ts';

const redrawIntervalMs = 200;
const barWidth = 24;

/** Returns the remaining time, with a comma before it; empty if it is unknown. */
const formatTimeLeft = (seconds: number): string => {
  if (!Number.isFinite(seconds)) return '';
  if (seconds < 90) return `, ${Math.ceil(seconds)} s left`;
  return `, ${Math.ceil(seconds / 60)} min left`;
};

/** The progress bar of a long command. `at` draws it with the amount of work that is done; `end` ends its line. */
export type Progress = { at(done: number): void; end(): void };

/**
 * Shows a progress bar with rate and remaining time. Shows nothing if the output is not a terminal, so that scripts get
 * clean output.
 * @param total the amount of work, in `unit`s.
 */
export const showProgress = (terminal: Terminal['err'], total: number, unit: string): Progress => {
  if (!terminal.isTTY || total === 0) return { at: () => {}, end: () => {} };
  const startedAtMs = performance.now();
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  return {
    at(done) {
      const nowMs = performance.now();
      if (nowMs - drawnAtMs < redrawIntervalMs && done < total) return;
      drawnAtMs = nowMs;
      const rate = done / Math.max((nowMs - startedAtMs) / 1_000, 0.001);
      const filled = Math.round((Math.min(done, total) / total) * barWidth);
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
      const timeLeft = done < total ? formatTimeLeft((total - done) / rate) : '';
      terminal.write(
        `\r${bar} ${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}, ${Math.round(rate).toLocaleString('en')}/s${timeLeft}\u001b[K`,
      );
    },
    end: () => terminal.write('\n'),
  };
};

/** Shows a progress bar for each stage of work on events. `at` begins a new bar when the stage changes; `end` ends the last bar. */
export const showStages = (terminal: Terminal['err']) => {
  let stage: string | null = null;
  let progress: Progress | null = null;
  const end = () => {
    progress?.end();
    progress = null;
    stage = null;
  };
  return {
    at(currentStage: string, done: number, total: number) {
      if (stage !== currentStage) {
        end();
        progress = showProgress(terminal, total, `events ${currentStage}`);
        stage = currentStage;
      }
      progress?.at(done);
    },
    end,
  };
};
