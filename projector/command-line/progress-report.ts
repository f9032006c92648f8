import type { BuildOptions } from '../rebuild/build-shadow-tables.ts';
import type { CommandContext } from './command.ts';

const intervalMs = 5_000;

/** Creates callbacks that print the progress of a build every few seconds, and why a build is slow. */
export const createProgressReport = (
  print: CommandContext['print'],
): Required<Pick<BuildOptions, 'onProgress' | 'onSlowBuild'>> => {
  let lastPrintedAtMs = performance.now();
  return {
    onProgress: (position, to) => {
      if (performance.now() - lastPrintedAtMs < intervalMs) return;
      lastPrintedAtMs = performance.now();
      print(`  ${position} of ${to} events (${Math.floor((100 * position) / to)} %)`);
    },
    onSlowBuild: (model, error) => {
      print(
        `  ${model}: an event cannot be projected, so this model is built page by page. ${error.message}`,
      );
    },
  };
};
