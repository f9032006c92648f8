/** `npm run log -- …`: see `log --help`. An interrupt ends what runs in good order. */
import { runProgram } from './program.ts';

const interrupted = new AbortController();
const interrupt = (signal: string) => interrupted.abort(new Error(`Interrupted by ${signal}.`));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
// The terminal was closed: what is served of the past must go then, too. Shell and system may both say so, one after the other.
process.on('SIGHUP', interrupt);
// A reader that goes away is seen where it is written to; without a listener it would end the process here.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') interrupted.abort(error);
});
// To a terminal that was closed nothing can be said: the work is to end in good order all the same.
process.stderr.on('error', (error) => interrupted.abort(error));

process.exitCode = await runProgram(process.argv.slice(2), process.env, {
  out: process.stdout,
  err: process.stderr,
  signal: interrupted.signal,
});
