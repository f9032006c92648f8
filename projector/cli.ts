import { type ExitCode, exitCodes } from './command-line/command.ts';
import { parseCommand, usageText } from './command-line/parse-command.ts';

/** Runs `node projector/cli.ts …`. An interrupt ends a rebuild or a check, and leaves the current tables unchanged. Other commands finish. */
const main = async (): Promise<ExitCode> => {
  const parsed = parseCommand(process.argv.slice(2));
  if (parsed.kind === 'help') {
    process.stdout.write(usageText);
    return exitCodes.success;
  }
  if (parsed.kind === 'invalid') {
    process.stderr.write(`${parsed.message}\n\n${usageText}`);
    return exitCodes.usage;
  }
  const interrupted = new AbortController();
  const interrupt = (signal: string) =>
    interrupted.abort(new Error(`Interrupted by ${signal}. The current tables are unchanged.`));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  // A closed terminal can send SIGHUP more than once. Afterwards every write to the terminal fails.
  process.on('SIGHUP', interrupt);
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => interrupted.abort(error));
  // Loaded here, so that help and invalid arguments are answered at once.
  const { runCommand } = await import('./command-line/run-command.ts');
  return runCommand(parsed, interrupted.signal);
};

process.exitCode = await main();
