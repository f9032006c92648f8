/** Entry point of `npm run log`. SIGINT, SIGTERM and SIGHUP end the running command in an orderly way. */
import { readEnvironmentWithSecrets } from '#platform/secret-files.ts';
import { runProgram } from './program.ts';

const interruption = new AbortController();
const interrupt = (signal: string) => interruption.abort(new Error(`Interrupted by ${signal}.`));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
// When a terminal is closed, SIGHUP may come twice, from the shell and from the system. A second one must not kill the cleanup.
process.on('SIGHUP', interrupt);
// The program that reads the output has ended (`log tail | head`). The command is interrupted, so that it cleans up and ends.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') interruption.abort(error);
});
// Messages that can no longer be read are lost, and the command continues. A closed terminal also sends SIGHUP.
process.stderr.on('error', () => {});

process.exitCode = await runProgram(process.argv.slice(2), readEnvironmentWithSecrets(process.env), {
  out: process.stdout,
  err: process.stderr,
  signal: interruption.signal,
});
