import { parseArgs } from 'node:util';
import { toError } from '../connection/to-error.ts';
import type { Projection } from '../projection/projection.ts';
import { checkCommand } from './check-command.ts';
import type { Command } from './command.ts';
import { rebuildCommand } from './rebuild-command.ts';
import { retryCommand } from './retry-command.ts';
import { statusCommand } from './status-command.ts';

const commands: Record<string, Command> = {
  rebuild: rebuildCommand,
  check: checkCommand,
  retry: retryCommand,
  status: statusCommand,
};

export const usageText = (
  models: readonly string[],
): string => `projector: tools for the read models (${models.join(', ')})

  projector rebuild NAME… | --all   rebuild from the log in shadow tables, then replace the live tables
  projector check [NAME…]           build from the log in separate tables and compare with the live rows
  projector retry [NAME…]           retry parked streams
  projector status [NAME…]          show the positions of the log and the models, and parked streams

All commands can run while the product is in use. Settings come from the environment (DATABASE_URL, VAULT_MASTER_KEY).
Exit codes: 0 success, 1 differences or parked streams found, 2 invalid arguments, 3 the command failed.
`;

type ParsedCommand =
  | { kind: 'help' }
  | { kind: 'invalid'; message: string }
  | { kind: 'command'; run: Command; projections: readonly Projection[] };

const invalid = (message: string): ParsedCommand => ({ kind: 'invalid', message });

/** Parses the arguments. A rebuild requires model names or `--all`, so that all models are never rebuilt by accident. */
export const parseCommand = (args: readonly string[], projections: readonly Projection[]): ParsedCommand => {
  let parsed: { values: { all?: boolean; help?: boolean }; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { all: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    return invalid(toError(error).message);
  }
  const [name, ...models] = parsed.positionals;
  if (parsed.values.help || name === undefined || name === 'help') return { kind: 'help' };
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (run === undefined) return invalid(`There is no command "${name}".`);
  const unknown = models.find((model) => !projections.some((projection) => projection.model === model));
  if (unknown !== undefined) return invalid(`There is no read model "${unknown}".`);
  const all = parsed.values.all === true;
  if (all && models.length > 0) return invalid('Use either model names or --all, not both.');
  if (name === 'rebuild' && models.length === 0 && !all)
    return invalid('Name the read models to rebuild, or use --all.');
  return {
    kind: 'command',
    run,
    projections:
      models.length === 0 ? projections : projections.filter(({ model }) => models.includes(model)),
  };
};
