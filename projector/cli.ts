import { ConfigurationError, parseConfiguration } from '#platform/configuration.ts';
import { createLogger } from '#platform/logging.ts';
import { type ExitCode, exitCodes } from './command-line/command.ts';
import { parseCommand, usageText } from './command-line/parse-command.ts';
import { toError } from './connection/to-error.ts';
import { projections } from './models/projections.ts';
import { openResources } from './server/resources.ts';

/** Runs `node projector/cli.ts …`. An interrupt leaves the live tables unchanged. */
const main = async (): Promise<ExitCode> => {
  const parsed = parseCommand(process.argv.slice(2), projections);
  const usage = usageText(projections.map(({ model }) => model));
  if (parsed.kind === 'help') {
    process.stdout.write(usage);
    return exitCodes.ok;
  }
  if (parsed.kind === 'invalid') {
    process.stderr.write(`${parsed.message}\n\n${usage}`);
    return exitCodes.usage;
  }
  const interrupted = new AbortController();
  const interrupt = (signal: string) =>
    interrupted.abort(new Error(`Interrupted by ${signal}. The live tables are unchanged.`));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  // A closed terminal can send SIGHUP more than once, and every later write fails.
  process.on('SIGHUP', interrupt);
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => interrupted.abort(error));
  const configuration = parseConfiguration(process.env);
  const logger = createLogger({ service: 'projector', level: 'warn' });
  const resources = openResources(configuration, logger);
  try {
    return await parsed.run({
      projections: parsed.projections,
      openWriter: resources.openWriter,
      reader: resources.reader,
      signal: interrupted.signal,
      print: (line) => process.stdout.write(`${line}\n`),
    });
  } finally {
    await resources.close();
  }
};

try {
  process.exitCode = await main();
} catch (error) {
  const { message } = toError(error);
  process.stderr.write(
    `${error instanceof ConfigurationError ? message : `The command failed: ${message}`}\n`,
  );
  process.exitCode = exitCodes.failed;
}
