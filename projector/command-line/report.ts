import type { BuildOptions } from '../rebuild/build.ts';
import type { CommandContext } from './command.ts';

const everyMs = 5_000;

/** Says now and then how far a walk through the log has come, and why one takes longer. */
export const reportOf = (
  print: CommandContext['print'],
): Required<Pick<BuildOptions, 'onProgress' | 'onCareful'>> => {
  let last = performance.now();
  return {
    onProgress: (at, to) => {
      if (performance.now() - last < everyMs) return;
      last = performance.now();
      print(`  ${at} of ${to} events (${Math.floor((100 * at) / to)} %)`);
    },
    onCareful: (model, because) => {
      print(`  ${model}: something cannot be projected, so it is built page by page. ${because.message}`);
    },
  };
};
