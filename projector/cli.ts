import { ConfigurationError, parseConfiguration } from '#platform/configuration.ts';
import { createLogger } from '#platform/logging.ts';
import { exitCodes } from './command-line/command.ts';
import { help, parseCommand } from './command-line/parse.ts';
import { projections } from './projections.ts';
import { openResources } from './server/resources.ts';

/** `node projector/cli.ts …`: rebuild, check, retry, status. An interrupt leaves the live tables as they are. */
const main = async (): Promise<number> => {
  const parsed = parseCommand(process.argv.slice(2), projections);
  const usage = help(projections.map(({ model }) => model));
  if (parsed.kind === 'help') {
    process.stdout.write(usage);
    return exitCodes.well;
  }
  if (parsed.kind === 'wrong') {
    process.stderr.write(`${parsed.why}\n\n${usage}`);
    return exitCodes.usage;
  }
  const interrupted = new AbortController();
  const interrupt = (signal: string) =>
    interrupted.abort(
      new Error(`Interrupted by ${signal}: the read model that was in work is as it was before.`),
    );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  // The terminal was closed: shell and system may both say so, and nothing can be written to it any more.
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
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `${error instanceof ConfigurationError ? message : `It could not be done: ${message}`}\n`,
  );
  process.exitCode = exitCodes.failed;
}
