import { Command, CommanderError } from 'commander';
import { describeFailure } from '#events/log/describe-failure.ts';
import { BadExportError } from '#events/transfer/bad-export-error.ts';
import { formatNames } from './formats/format.ts';
import type { DatabaseContext } from './log-access/database-context.ts';
import type { Environment } from './log-access/find-log.ts';
import { momentForms } from './log-access/moment.ts';
import type { OwnerContext } from './log-access/owner-context.ts';
import type { ReaderContext } from './log-access/reader-context.ts';
import { type ExitCode, exitCodes, UsageError } from './terminal/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';

type Run = (environment: Environment, terminal: Terminal) => Promise<ExitCode>;

/**
 * Registers the command to run: with connections that may read the log, with a reader of events, or as the owner of the log.
 * Each command imports its own modules, so that only these are loaded.
 */
type CommandSelection = {
  onDatabase: (run: (context: DatabaseContext) => Promise<ExitCode>) => void;
  asReader: (run: (context: ReaderContext) => Promise<ExitCode>) => void;
  asOwner: (run: (context: OwnerContext) => Promise<ExitCode>) => void;
};

/** Collects the values of a repeatable option. */
const collect = (value: string, previous: string[] = []) => [...previous, value];

const createCommands = (
  { onDatabase, asReader, asOwner }: CommandSelection,
  { out, err }: Terminal,
): Command => {
  const program = new Command('log')
    .description(
      'Read, export, verify and replay the event log. Users appear under pseudonyms, except with as-of and in raw exports.',
    )
    .exitOverride()
    .configureOutput({ writeOut: (text) => out.write(text), writeErr: (text) => err.write(text) })
    .addHelpText(
      'after',
      `
The commands use the log at DATABASE_URL, or else the log in the data folder (DATA_DIR, by default .data), whether Lyceum
is running or not.
Exit codes: 0 success, 1 a check failed or nothing was found, 2 wrong usage, 3 failure.`,
    );
  program
    .command('tail')
    .description('print new events as they are recorded')
    .option('--from <moment>', `start at ${momentForms}; by default at the head`)
    .option('--type <type>', 'only events of this type (repeatable)', collect)
    .option('--json', 'print one JSON object per line')
    .action((options) =>
      asReader(async (context) => (await import('./commands/tail.ts')).tail(context, options)),
    );
  program
    .command('show')
    .description('print all events of a stream')
    .argument('<stream>', 'the name of the stream, such as course-<id>')
    .option('--json', 'print one JSON object per line')
    .action((stream, options) =>
      asReader(async (context) => (await import('./commands/show.ts')).show(context, stream, options)),
    );
  program
    .command('stats')
    .description('print the number of events by type, the period, the size and the sealed part of the log')
    .option('--json', 'print JSON')
    .action((options) =>
      onDatabase(async (context) => (await import('./commands/stats.ts')).stats(context, options)),
    );
  program
    .command('export')
    .description('write a range of the log to a file')
    .option('--from <moment>', `first moment: ${momentForms}`)
    .option('--to <moment>', 'last moment; a day is included as a whole')
    .option('--type <type>', 'only events of this type (repeatable)', collect)
    .option('--format <format>', `${formatNames.join(', ')}; by default ndjson`)
    .option('--out <file>', 'the file, which appears when it is complete; by default standard output')
    .option(
      '--raw',
      'export the log as stored, with seals and without pseudonyms; needs the owner of the log and is recorded in it',
    )
    .option('--keys', 'with --raw: include the keys of personal data, encrypted')
    .option('--without-keys', 'with --raw: do not include the keys')
    .option('--passphrase-file <file>', 'encrypt the keys with the passphrase in the first line of this file')
    .option(
      '--key-file <file>',
      'encrypt the keys with 32 random bytes, as printed by openssl rand -base64 32',
    )
    .action((options) =>
      options.raw
        ? asOwner(async (context) => (await import('./commands/export-raw.ts')).exportRaw(context, options))
        : asReader(async (context) => (await import('./commands/export.ts')).exportLog(context, options)),
    );
  program
    .command('archive')
    .description(
      'move old events from the database into the archive (ARCHIVE_URL); needs the owner of the log and is recorded in it',
    )
    .option('--older-than <days>', 'only events that are older than this, at least 31 days', '365')
    .option(
      '--segment-events <events>',
      'the largest number of events in a segment, unless one seal has more',
      '250000',
    )
    .option('--first', 'confirm the first archival: no release without the archive can use this log again')
    .option(
      '--shared-folder',
      'with DATABASE_URL: confirm that the folder in ARCHIVE_URL is permanent, and that all services mount it',
    )
    .action((options) =>
      asOwner(async (context) => (await import('./commands/archive.ts')).archive(context, options)),
    );
  program
    .command('import')
    .description('import a complete raw export into an empty log, if it can be verified')
    .argument('<file>', 'a file written by log export --raw')
    .option('--keys', 'import the keys of personal data')
    .option('--without-keys', 'do not import the keys: personal data can then never be read here')
    .option('--passphrase-file <file>', 'decrypt the keys with the passphrase in the first line of this file')
    .option('--key-file <file>', 'decrypt the keys with this key')
    .action((file, options) =>
      asOwner(async (context) =>
        (await import('./commands/import.ts')).importRawExport(context, file, options),
      ),
    );
  program
    .command('replay')
    .description('build the read models, under pseudonyms, in a schema for analysts')
    .option('--to <moment>', `as of ${momentForms}; a day is included as a whole; by default as of now`)
    .option('--schema <name>', 'the schema to create', 'replay')
    .option('--replace', 'replace an earlier replay, unless other objects depend on it')
    .option(
      '--drop-dependents',
      'with --replace: drop objects that depend on the earlier replay, such as views',
    )
    .option('--rate <events>', 'maximum events per second; by default no limit')
    .action((options) =>
      asReader(async (context) => (await import('./commands/replay.ts')).replayLog(context, options)),
    );
  program
    .command('as-of')
    .description('serve the product as it was at a moment, read-only, until Ctrl-C')
    .argument('<moment>', `${momentForms}; a day stands for its beginning`)
    .option('--as <email>', 'view it as this user; by default as a visitor')
    .option('--host <address>', 'the address to listen on; the server asks for no password', '127.0.0.1')
    .option('--port <port>', 'the port to listen on', '8090')
    .action((moment, options) =>
      asReader(async (context) => (await import('./commands/as-of.ts')).asOf(context, moment, options)),
    );
  program
    .command('verify')
    .description('check every position, version, time, seal and event schema')
    .option('--against <head>', 'a signed head that the log must contain (repeatable)', collect)
    .option('--key <file>', 'the public Ed25519 key of the signed heads (PEM)')
    .action((options) =>
      asReader(async (context) => (await import('./commands/verify.ts')).verifyLog(context, options)),
    );
  program
    .command('head')
    .description('print the signed head of the log, to be published')
    .requiredOption('--key <file>', 'a private Ed25519 key (PEM, PKCS #8)')
    .action((options) =>
      onDatabase(async (context) => (await import('./commands/head.ts')).head(context, options)),
    );
  return program;
};

/**
 * Returns a function that recognizes the error of a closed output: the program that reads it has ended (`log tail | head`), which is not
 * a failure. A lost connection to the database can have the same code.
 */
const recognizeClosedOutput = ({ out }: Terminal): ((error: unknown) => boolean) => {
  let outputError: NodeJS.ErrnoException | null = null;
  out.on('error', (error) => {
    outputError = error;
  });
  return (error) => error === outputError && outputError?.code === 'EPIPE';
};

const chooseExitCode = (error: unknown): ExitCode => {
  if (error instanceof BadExportError) return exitCodes.negativeResult;
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
};

/**
 * Runs the command line. Errors are printed as sentences, without a stack.
 * @param args without the name of the program.
 */
export const runProgram = async (
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> => {
  const isClosedOutput = recognizeClosedOutput(terminal);
  const selected: Run[] = [];
  const commands = createCommands(
    {
      onDatabase: (run) =>
        selected.push(async (environment, terminal) =>
          (await import('./log-access/database-context.ts')).withDatabaseContext(environment, terminal, run),
        ),
      asReader: (run) =>
        selected.push(async (environment, terminal) =>
          (await import('./log-access/reader-context.ts')).withReaderContext(environment, terminal, run),
        ),
      asOwner: (run) =>
        selected.push(async (environment, terminal) =>
          (await import('./log-access/owner-context.ts')).withOwnerContext(environment, terminal, run),
        ),
    },
    terminal,
  );
  try {
    commands.parse([...args], { from: 'user' });
    const [run] = selected;
    return run ? await run(environment, terminal) : exitCodes.usage;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
    if (isClosedOutput(error)) return exitCodes.success;
    const message = describeFailure(error);
    terminal.err.write(
      `${terminal.signal.aborted ? 'Interrupted. No file, schema or import was left incomplete.' : message}\n`,
    );
    return chooseExitCode(error);
  }
};
