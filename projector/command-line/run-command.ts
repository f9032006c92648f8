import { describeFailure } from '#events/log/describe-failure.ts';
import { ConfigurationError, parseConfiguration } from '#platform/configuration.ts';
import { createLogger } from '#platform/logging.ts';
import { projections } from '../models/projections.ts';
import { openResources } from '../server/resources.ts';
import { type Command, type ExitCode, exitCodes } from './command.ts';
import type { CommandName, SelectedCommand } from './parse-command.ts';

/** Loads one command without the modules of the others, so that it starts quickly. */
const loadCommand: { [Name in CommandName]: () => Promise<Command> } = {
  rebuild: async () => (await import('./rebuild-command.ts')).rebuildCommand,
  check: async () => (await import('./check-command.ts')).checkCommand,
  retry: async () => (await import('./retry-command.ts')).retryCommand,
  status: async () => (await import('./status-command.ts')).statusCommand,
};

const run = async ({ name, models }: SelectedCommand, signal: AbortSignal): Promise<ExitCode> => {
  const configuration = parseConfiguration(process.env);
  const logger = createLogger({ service: 'projector', level: 'warn' });
  const resources = openResources(configuration, logger);
  try {
    const command = await loadCommand[name]();
    return await command({
      projections: projections.filter(({ model }) => models.includes(model)),
      openWriter: resources.openWriter,
      reader: resources.reader,
      signal,
      print: (line) => process.stdout.write(`${line}\n`),
    });
  } finally {
    await resources.close();
  }
};

/** Runs a command. If it fails, prints the message of the error without the stack. */
export const runCommand = async (selected: SelectedCommand, signal: AbortSignal): Promise<ExitCode> => {
  try {
    return await run(selected, signal);
  } catch (error) {
    const message = describeFailure(error);
    process.stderr.write(
      `${error instanceof ConfigurationError ? message : `The command failed: ${message}`}\n`,
    );
    return exitCodes.failed;
  }
};
