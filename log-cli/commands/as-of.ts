import { formatMoment } from '#contract/as-of-sentences.ts';
import { createLogger } from '#platform/logging.ts';
import { type AsOfTables, buildAsOfTables } from '#projector/as-of/build-as-of-tables.ts';
import { followRemovals } from '#projector/as-of/removed-users.ts';
import { projections } from '#projector/models/projections.ts';
import { openResources, type ProjectorResources } from '#projector/server/resources.ts';
import { createAsOfConfiguration } from '../as-of/as-of-configuration.ts';
import { findClient } from '../as-of/find-client.ts';
import { findSignIn } from '../as-of/find-sign-in.ts';
import { positionAt } from '../log-access/moment.ts';
import type { ReaderContext } from '../log-access/reader-context.ts';
import { describeParkedStreams } from '../terminal/describe-parked-streams.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { showProgress } from '../terminal/progress.ts';
import { write } from '../terminal/write.ts';
import { parseMomentOption } from './range-options.ts';

type AsOfOptions = { as?: string; host: string; port: string };

const parsePort = (port: string): number => {
  const number = Number(port);
  if (/^\d{1,5}$/.test(port) && number <= 65_535) return number;
  throw new UsageError(`--port ${port}: use a port from 1 to 65535, or 0 for any free port.`);
};

/**
 * Returns the last position at or before a moment, and the moment as a time.
 * @throws {UsageError} if the text is not a moment, or the moment is before the first event or in the future.
 */
const resolveMoment = async (
  { reader }: ReaderContext,
  text: string,
): Promise<{ position: number; at: Date }> => {
  const moment = parseMomentOption(text, 'as-of');
  const position = await positionAt(reader, moment);
  const [last] = await reader.readAt([position]);
  if (!last)
    throw new UsageError(`as-of ${text}: the log had not begun yet. See log stats for its first event.`);
  const at = 'time' in moment ? moment.time : last.recordedAt;
  if (at.getTime() > Date.now()) throw new UsageError(`as-of ${text}: this moment is in the future.`);
  return { position, at };
};

const buildTables = async (
  { err, signal }: ReaderContext,
  { openWriter, reader, vault }: ProjectorResources,
  position: number,
): Promise<AsOfTables> => {
  await vault.requireMasterKeys();
  // A vault that was restored from a backup may contain keys of users who were removed since.
  await vault.reapplyRemovals();
  const progress = showProgress(err, position, 'events');
  try {
    return await buildAsOfTables({
      openWriter,
      projections,
      reader,
      position,
      isServed: true,
      signal,
      onPage: progress.at,
    });
  } finally {
    progress.end();
  }
};

/**
 * Serves the product as it was at a moment, read-only, until it is interrupted. Its tables are dropped at the end.
 * @throws {UsageError}; Error if the connection is lost, or if the user of `--as` is removed in the meantime.
 */
export const asOf = async (
  context: ReaderContext,
  moment: string,
  options: AsOfOptions,
): Promise<ExitCode> => {
  const { out, err, signal } = context;
  const port = parsePort(options.port);
  const { position, at } = await resolveMoment(context, moment);
  const configuration = createAsOfConfiguration(context);
  const logger = createLogger({ service: 'past', level: 'warn', destination: err });
  const pendingClient = findClient(context.environment);
  // The build may fail before it is awaited. Without this handler, its error would then end the process.
  pendingClient.catch(() => {});
  await using cleanup = new AsyncDisposableStack();
  const resources = openResources(configuration, logger);
  cleanup.defer(resources.close);
  const head = await context.reader.head();
  const tables = await buildTables(context, resources, position);
  cleanup.defer(tables.close);
  const signIn = await findSignIn(tables.writer.db, options.as);
  // Loaded only now, because the server needs half of all modules, and is not needed before the tables exist.
  const { serveAsOf } = await import('../as-of/serve-as-of.ts');
  const server = await serveAsOf({
    configuration,
    view: { schema: tables.schema, position, at, signIn },
    client: await pendingClient,
    host: options.host,
    port,
    logger,
  });
  cleanup.defer(server.close);
  const viewer = signIn === null ? 'a visitor' : signIn.user.name;
  await write(
    out,
    `The school as it was on ${formatMoment(at)} (position ${position}), for ${viewer}:\n${server.address}\nNothing can be changed there. Press Ctrl-C to stop.\n`,
  );
  if (tables.parked > 0) err.write(describeParkedStreams(tables.parked));

  const viewerRemoved = new AbortController();
  await followRemovals(
    {
      db: tables.writer.db,
      projections,
      position,
      log: context.reader,
      after: head,
      onErased: (userId) => {
        if (userId === signIn?.user.userId) viewerRemoved.abort();
      },
    },
    AbortSignal.any([signal, tables.writer.connectionLost, viewerRemoved.signal]),
  );
  if (signal.aborted) return exitCodes.success;
  if (viewerRemoved.signal.aborted)
    throw new Error(`${options.as} was removed from the school, so the server has stopped.`);
  throw new Error('The connection to PostgreSQL was lost. Start the command again.');
};
