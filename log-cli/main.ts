/** `npm run log -- …`: see `log --help`. An interrupt ends what runs in good order. */
import { runProgram } from './program.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interrupted.abort(new Error(`Interrupted by ${signal}.`)));
// A reader that goes away is seen where it is written to; without a listener it would end the process here.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') interrupted.abort(error);
});

process.exitCode = await runProgram(process.argv.slice(2), process.env, {
  out: process.stdout,
  err: process.stderr,
  signal: interrupted.signal,
});
