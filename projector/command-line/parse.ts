import { parseArgs } from 'node:util';
import type { Projection } from '../projection/projection.ts';
import { checkCommand } from './check-command.ts';
import type { CommandContext, ExitCode } from './command.ts';
import { rebuildCommand } from './rebuild-command.ts';
import { retryCommand } from './retry-command.ts';
import { statusCommand } from './status-command.ts';

const commands: Record<string, (context: CommandContext) => Promise<ExitCode>> = {
  rebuild: rebuildCommand,
  check: checkCommand,
  retry: retryCommand,
  status: statusCommand,
};

export const help = (
  models: readonly string[],
): string => `projector: tools for the read models (${models.join(', ')})

  projector rebuild NAME… | --all   build from the log beside the live tables, then put in their place
  projector check [NAME…]           build from the log aside, compare with the live tables row by row
  projector retry [NAME…]           try parked streams again
  projector status [NAME…]          where the log and the models stand, what is parked

All of it can be done while the product runs. Settings come from the environment (DATABASE_URL, VAULT_MASTER_KEY).
Exit codes: 0 all well, 1 differences were found or streams still wait, 2 used wrongly, 3 could not be done.
`;

export type Parsed =
  | { kind: 'help' }
  | { kind: 'wrong'; why: string }
  | {
      kind: 'command';
      run: (context: CommandContext) => Promise<ExitCode>;
      projections: readonly Projection[];
    };

const wrong = (why: string): Parsed => ({ kind: 'wrong', why });

/** Reads the arguments. A rebuild wants its models named: nobody should start all of them by a slip. */
export const parseCommand = (args: readonly string[], projections: readonly Projection[]): Parsed => {
  let given: { values: { all?: boolean; help?: boolean }; positionals: string[] };
  try {
    given = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { all: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    return wrong((error as Error).message);
  }
  const [name, ...models] = given.positionals;
  if (given.values.help || name === undefined || name === 'help') return { kind: 'help' };
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (run === undefined) return wrong(`There is no command "${name}".`);
  const unknown = models.find((model) => !projections.some((projection) => projection.model === model));
  if (unknown !== undefined) return wrong(`There is no read model "${unknown}".`);
  const all = given.values.all === true;
  if (all && models.length > 0) return wrong('Give either names or --all.');
  if (name === 'rebuild' && models.length === 0 && !all)
    return wrong('Say which read models to rebuild, or --all.');
  return {
    kind: 'command',
    run,
    projections:
      models.length === 0 ? projections : projections.filter(({ model }) => models.includes(model)),
  };
};
