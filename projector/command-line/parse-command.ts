import { parseArgs } from 'node:util';
import { toError } from '../connection/to-error.ts';
import { modelNames } from '../models/model-names.ts';

const commandNames = ['rebuild', 'check', 'retry', 'status'] as const;
export type CommandName = (typeof commandNames)[number];

export const usageText = `projector: tools for the read models (${modelNames.join(', ')})

  projector rebuild NAME… | --all   rebuild from the log in shadow tables, then replace the current tables
  projector check [NAME…]           build from the log in separate tables and compare with the current rows
  projector retry [NAME…]           retry parked streams
  projector status [NAME…]          show the positions of the log and the models, parked streams, and reactions

All commands can run while the product is in use. Settings come from the environment (DATABASE_URL, VAULT_MASTER_KEY).
Exit codes: 0 success, 1 differences, parked streams or failing reactions found, 2 invalid arguments,
3 the command failed.
`;

/** A command and the names of the read models that it works on. */
export type SelectedCommand = { name: CommandName; models: readonly string[] };

type ParsedCommand =
  | { kind: 'help' }
  | { kind: 'invalid'; message: string }
  | ({ kind: 'command' } & SelectedCommand);

const invalid = (message: string): ParsedCommand => ({ kind: 'invalid', message });

/** Parses the arguments. A rebuild requires model names or `--all`, so that nobody rebuilds all models by accident. */
export const parseCommand = (args: readonly string[]): ParsedCommand => {
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
  const [requested, ...models] = parsed.positionals;
  if (parsed.values.help || requested === undefined || requested === 'help') return { kind: 'help' };
  const name = commandNames.find((known) => known === requested);
  if (name === undefined) return invalid(`There is no command "${requested}".`);
  const unknown = models.find((model) => !modelNames.includes(model));
  if (unknown !== undefined) return invalid(`There is no read model "${unknown}".`);
  const isAllRequested = parsed.values.all === true;
  if (isAllRequested && models.length > 0) return invalid('Use either model names or --all, not both.');
  if (name === 'rebuild' && models.length === 0 && !isAllRequested)
    return invalid('Name the read models to rebuild, or use --all.');
  return {
    kind: 'command',
    name,
    models: models.length === 0 ? modelNames : modelNames.filter((model) => models.includes(model)),
  };
};
