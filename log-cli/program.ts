import { Command, CommanderError } from 'commander';
import { BadExportError } from '#events/transfer/format.ts';
import { asOf } from './commands/as-of.ts';
import { exportLog } from './commands/export.ts';
import { exportRaw } from './commands/export-raw.ts';
import { head } from './commands/head.ts';
import { importInto } from './commands/import.ts';
import { replayLog } from './commands/replay.ts';
import { show } from './commands/show.ts';
import { stats } from './commands/stats.ts';
import { tail } from './commands/tail.ts';
import { verifyLog } from './commands/verify.ts';
import { formatNames } from './formats/formats.ts';
import { type Context, type Environment, withLog } from './place/context.ts';
import { atPlace, type Place } from './place/place.ts';
import { type ExitCode, exitCodes, UsageError } from './terminal/exit-codes.ts';

type Terminal = Pick<Context, 'out' | 'err' | 'signal'>;
type Work = (environment: Environment, terminal: Terminal) => Promise<ExitCode>;

/** What is done as a reader of the log, and what as its owner. */
type Runs = {
  run: (work: (context: Context) => Promise<ExitCode>) => void;
  runAsOwner: (work: (place: Place) => Promise<ExitCode>) => void;
};

const moments = 'a position (1200), a day (2026-11-01) or a time (2026-11-01T12:00Z)';

const many = (value: string, before: string[] = []) => [...before, value];

/** The commands, each of which hands over what it would do with the log. */
const describe = ({ run, runAsOwner }: Runs, { out, err }: Terminal): Command => {
  const program = new Command('log')
    .description(
      'The log of everything that happened, for those who study it. Persons appear under pseudonyms.',
    )
    .exitOverride()
    .configureOutput({ writeOut: (text) => out.write(text), writeErr: (text) => err.write(text) })
    .addHelpText(
      'after',
      `
The log is that of DATABASE_URL; without it that of the data folder (DATA_DIR, .data), whether Lyceum runs or not.
Exit codes: 0 all well, 1 something was found or is not there, 2 used wrongly, 3 could not be done.`,
    );
  program
    .command('tail')
    .description('print what happens, as it happens')
    .option('--from <moment>', `begin at ${moments}; else at the head`)
    .option('--type <kind>', 'only this kind of event (may be repeated)', many)
    .option('--json', 'a JSON object a line')
    .action((options) => run((context) => tail(context, options)));
  program
    .command('show')
    .description('print one stream, whole')
    .argument('<stream>', 'its name, as course-<id>')
    .option('--json', 'a JSON object a line')
    .action((stream, options) => run((context) => show(context, stream, options)));
  program
    .command('stats')
    .description('how many events of which kind, over what time, how large, how much is sealed')
    .option('--json', 'as JSON')
    .action((options) => run((context) => stats(context, options)));
  program
    .command('export')
    .description('write a stretch of the log as a file')
    .option('--from <moment>', `begin with ${moments}`)
    .option('--to <moment>', 'end with it')
    .option('--type <kind>', 'only this kind of event (may be repeated)', many)
    .option('--format <format>', `${formatNames.join(', ')}; else ndjson`)
    .option('--out <file>', 'a file, which appears when it is whole; else standard output')
    .option(
      '--raw',
      'as it is stored, not under pseudonyms, with its seals; as the owner, and recorded in the log',
    )
    .option('--keys', 'with --raw: the keys of personal data travel along, wrapped')
    .option('--without-keys', 'with --raw: they stay behind')
    .option('--passphrase-file <file>', 'what they are wrapped under: a passphrase, its first line')
    .option('--key-file <file>', 'or 32 bytes, as openssl rand -base64 32 prints them')
    .action((options) =>
      options.raw
        ? runAsOwner((place) => exportRaw(place, options))
        : run((context) => exportLog(context, options)),
    );
  program
    .command('import')
    .description('put a whole raw export into an empty log: verified, or not at all')
    .argument('<file>', 'what log export --raw wrote')
    .option('--keys', 'take the keys of personal data from it')
    .option('--without-keys', 'leave them: what is personal can then never be read here')
    .option('--passphrase-file <file>', 'the passphrase that they are wrapped under, its first line')
    .option('--key-file <file>', 'or the key')
    .action((file, options) => runAsOwner((place) => importInto(place, file, options)));
  program
    .command('replay')
    .description('build all read models, under pseudonyms, in a schema for analysts')
    .option('--to <moment>', `as they were at ${moments}; else as they are now`)
    .option('--schema <name>', 'the schema to be made', 'replay')
    .option('--replace', 'put it in the place of an earlier replay, unless others have built on that one')
    .option('--drop-dependents', 'with --replace: what others have built on it (views, say) may go with it')
    .option('--rate <events>', 'events a second at most; else as fast as it goes')
    .action((options) => run((context) => replayLog(context, options)));
  program
    .command('as-of')
    .description('serve the product as it was at a moment, to be looked at only, until Ctrl-C')
    .argument('<moment>', moments)
    .option('--as <email>', 'look at it as this person; else as a visitor')
    .option('--port <port>', 'on this port of this machine', '8090')
    .action((moment, options) => run((context) => asOf(context, moment, options)));
  program
    .command('verify')
    .description('check every position, version, time, seal and shape')
    .option('--against <head>', 'a signed head that the log must contain (may be repeated)', many)
    .option('--key <file>', 'the public Ed25519 key of whoever signed the heads (PEM)')
    .action((options) => run((context) => verifyLog(context, options)));
  program
    .command('head')
    .description('print the head of the sealed log, signed, to be published')
    .requiredOption('--key <file>', 'a private Ed25519 key (PEM, PKCS #8)')
    .action((options) => run((context) => head(context, options)));
  return program;
};

/** Nobody reads any more what is printed (`log tail | head`): that is no failure. */
const isClosedPipe = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EPIPE';

/**
 * Runs the command line and tells how it went. Prints sentences, never a stack.
 * @param args without the program's name.
 */
export const runProgram = async (
  args: readonly string[],
  environment: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const chosen: Work[] = [];
  const program = describe(
    {
      run: (work) => chosen.push((...place) => withLog(...place, work)),
      runAsOwner: (work) => chosen.push((...place) => atPlace(...place, work)),
    },
    terminal,
  );
  try {
    program.parse([...args], { from: 'user' });
    const [work] = chosen;
    if (!work) return exitCodes.usage;
    return await work(environment, terminal);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.well : exitCodes.usage;
    if (isClosedPipe(error)) return exitCodes.well;
    const { message } = error instanceof Error ? error : new Error(String(error));
    terminal.err.write(`${terminal.signal.aborted ? 'Interrupted: nothing was left half done.' : message}\n`);
    if (error instanceof BadExportError) return exitCodes.found;
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
  }
};
