import { momentInWords } from '#contract/past.ts';
import { buildClient, findBuiltClient } from '#local/client/build.ts';
import { createLogger } from '#platform/logging.ts';
import { type BuiltPast, buildPast } from '#projector/past/build.ts';
import { followRemovals } from '#projector/past/forget-removed.ts';
import { projections } from '#projector/projections.ts';
import { openResources, type ProjectorResources } from '#projector/server/resources.ts';
import { configurationOfPast } from '../past/keys.ts';
import { servePast } from '../past/serve.ts';
import { visitAs } from '../past/visitor.ts';
import type { Context } from '../place/context.ts';
import { positionAt } from '../place/moment.ts';
import { type ExitCode, exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { showProgress } from '../terminal/progress.ts';
import { write } from '../terminal/write.ts';
import { momentOf } from './options.ts';

export type AsOfOptions = { as?: string; port?: string };

const portOf = (port = '8090'): number => {
  const number = Number(port);
  if (/^\d{1,5}$/.test(port) && number <= 65_535) return number;
  throw new UsageError(`--port ${port}: a port from 1 to 65535 is wanted, or 0 for any that is free.`);
};

/** The last position that was there at the moment, and the moment as a time. @throws {UsageError} */
const placeOf = async ({ pool, reader }: Context, text: string): Promise<{ position: number; at: Date }> => {
  const moment = momentOf(text, 'as-of');
  const position = await positionAt(pool, moment);
  const [last] = await reader.readAt([position]);
  if (!last) throw new UsageError(`as-of ${text}: there was no school yet; log stats says when it began.`);
  const at = 'time' in moment ? moment.time : last.recordedAt;
  if (at.getTime() > Date.now()) throw new UsageError(`as-of ${text}: that is still to come.`);
  return { position, at };
};

const build = async (
  { err, signal }: Context,
  { openWriter, reader, vault }: ProjectorResources,
  position: number,
): Promise<BuiltPast> => {
  await vault.requireMasterKeys();
  // A vault that was put back from a backup would know again whom it had forgotten.
  await vault.applyRemovals();
  const progress = showProgress(err, position, 'events');
  try {
    return await buildPast({
      openWriter,
      projections,
      reader,
      position,
      toBeServed: true,
      signal,
      onPage: progress.at,
    });
  } finally {
    progress.end();
  }
};

/**
 * Serves the product as it was at a moment, read-only, on this machine, until it is interrupted; then nothing is left of it.
 * @param moment as it was typed.
 * @throws {UsageError}
 */
export const asOf = async (context: Context, moment: string, options: AsOfOptions): Promise<ExitCode> => {
  const { out, err, signal } = context;
  const port = portOf(options.port);
  const { position, at } = await placeOf(context, moment);
  const configuration = configurationOfPast(context);
  const logger = createLogger({ service: 'past', level: 'warn', destination: err });
  const clientBuilt = Promise.resolve(findBuiltClient() ?? buildClient());
  // It may fail while nobody waits for it yet.
  clientBuilt.catch(() => {});
  await using closings = new AsyncDisposableStack();
  const resources = openResources(configuration, logger);
  closings.defer(resources.close);
  const head = await context.reader.head();
  const past = await build(context, resources, position);
  closings.defer(past.close);
  const visit = await visitAs(past.writer.db, options.as);
  const served = await servePast({
    configuration,
    past: { schema: past.schema, position, at, visit },
    client: await clientBuilt,
    port,
    logger,
  });
  closings.defer(served.close);
  const who = visit === null ? 'a visitor' : visit.person.name;
  await write(
    out,
    `The school as it was on ${momentInWords(at)} (position ${position}), for ${who}:\n${served.address}\nNothing can be changed there. Ctrl-C ends it.\n`,
  );
  if (past.parked > 0)
    err.write(`${past.parked} streams could not be projected up to their end: see projector status.\n`);
  const visitorGone = new AbortController();
  const over = AbortSignal.any([signal, past.writer.lost, visitorGone.signal]);
  await followRemovals(
    {
      db: past.writer.db,
      projections,
      position,
      log: context.reader,
      after: head,
      onForgotten: (person) => {
        if (person === visit?.person.userId) visitorGone.abort();
      },
    },
    over,
  );
  if (signal.aborted) return exitCodes.well;
  if (visitorGone.signal.aborted) throw new Error(`${options.as} was removed from the school: this ends.`);
  throw new Error('The connection to PostgreSQL was lost; start it again.');
};
