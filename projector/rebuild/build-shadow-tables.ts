import { sql } from 'kysely';
import { catalogue } from '#events/catalogue/catalogue.ts';
import type { LogReader } from '#events/log/log.ts';
import {
  type BufferedTables,
  type BufferOptions,
  createBufferedTables,
} from '../bulk-load/buffered-tables.ts';
import { createWriterPool } from '../bulk-load/writer-pool.ts';
import { isTransient } from '../connection/is-transient.ts';
import { toError } from '../connection/to-error.ts';
import type { Writer } from '../connection/writer.ts';
import type { ProjectedTable, Projection } from '../projection/projection.ts';
import {
  addKeys,
  completeShadowTable,
  createShadowTables,
  type ShadowSchema,
} from '../shadow-tables/shadow-tables.ts';
import { catchUp } from './catch-up.ts';
import { loadCurrentPositions } from './catch-up-ranges.ts';
import { createEventRouter } from './event-router.ts';
import { readLogRanges } from './read-log-ranges.ts';

/** The options that rebuilds and checks pass on to {@link buildShadowTables}. */
export type BuildOptions = {
  projections: readonly Projection[];
  reader: Pick<LogReader, 'readPage' | 'head'>;
  signal: AbortSignal;
  pageSize?: number | undefined;
  buffering?: BufferOptions | undefined;
  /** Called after each page, but not while a model with a failing event is built again. */
  onProgress?: ((position: number, to: number) => void) | undefined;
  /** Called when an event could not be applied and the model has to be built page by page, which is slow. */
  onSlowBuild?: ((model: string, error: Error) => void) | undefined;
};

type ShadowBuildOptions = BuildOptions & {
  /** A connection to `schema`. */
  writer: Writer;
  /** More connections to `schema`, for writing rows and creating indexes in parallel; none by default. */
  extraWriters?: readonly Writer[] | undefined;
  schema: ShadowSchema;
  /** Whether the tables get all indexes, grants and statistics of the current tables, rather than only the keys; false by default. */
  shouldComplete?: boolean | undefined;
  /**
   * Reads the removals before the build starts; `reader` by default. A separate reader is useful if `reader` has a rate
   * limit.
   */
  removalReader?: Pick<LogReader, 'readPage'> | undefined;
  /** The last position to include; the position of the current tables by default. */
  to?: number | undefined;
};

const readAheadPages = 3;

type ModelBuild = {
  projection: Projection;
  buffered: BufferedTables;
  /** The position of the last event so far that the model handles. */
  lastRelevant: number;
  /** The error of an event that could not be applied. */
  failure: Error | null;
};

/** Returns the event types that the models handle; undefined for all types. */
const typesOf = (projections: readonly Projection[]): string[] | undefined => {
  const types = new Set(projections.flatMap(({ eventTypes }) => [...eventTypes]));
  return types.size < catalogue.size ? [...types] : undefined;
};

/** Runs a step of a model's build, unless the build has failed. An error about an event fails only this build; other errors are thrown. */
const runStep = async (build: ModelBuild, signal: AbortSignal, step: () => Promise<void>): Promise<void> => {
  try {
    if (build.failure === null) await step();
  } catch (error) {
    if (signal.aborted || isTransient(error)) throw error;
    build.failure = toError(error);
  }
};

/** Builds a model again as the leader would, so that the streams of failing events are parked. */
const buildPageByPage = async (
  options: ShadowBuildOptions,
  projection: Projection,
  to: number,
): Promise<void> => {
  const { writer, schema, reader, signal, shouldComplete = false } = options;
  await createShadowTables(writer.db, projection, schema);
  for (const { name } of projection.tables) await addKeys(writer.db, name, schema);
  await catchUp({ db: writer.db, projections: [projection], reader, signal }, 0, to);
  if (shouldComplete)
    for (const { name } of projection.tables) await completeShadowTable(writer.db, name, schema);
};

/** Writes the remaining rows of all models and their checkpoints. If an event of a model failed, builds the model again. */
const finishBuilds = async (
  builds: readonly ModelBuild[],
  options: ShadowBuildOptions,
  to: number,
): Promise<void> => {
  // The largest model starts first; the other connections finish the rest in the meantime.
  const largestFirst = builds.toSorted((a, b) => b.buffered.writtenRows() - a.buffered.writtenRows());
  const results = await Promise.allSettled(
    largestFirst.map((build) =>
      runStep(build, options.signal, () => build.buffered.flush(build.projection.tables)),
    ),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  for (const { projection, buffered, lastRelevant, failure } of builds) {
    const { model } = projection;
    if (failure === null) {
      await sql`update checkpoints set position = ${to}, relevant_position = ${lastRelevant}
        where model = ${model}`.execute(options.writer.db);
      continue;
    }
    options.onSlowBuild?.(model, failure);
    await buffered.waitForWrites();
    await buildPageByPage(options, projection, to);
  }
};

/** Builds models up to the same position, in one pass over the log. */
const buildGroup = async (options: ShadowBuildOptions, to: number): Promise<void> => {
  const { projections, writer, schema, reader, removalReader = reader, signal, pageSize = 2_000 } = options;
  const erasingTypes = [...new Set(projections.flatMap((projection) => [...projection.erasingEventTypes]))];
  const removals = erasingTypes.length > 0 ? (await removalReader.readPage(0, to, erasingTypes)).events : [];
  const router = createEventRouter(projections, removals);
  const pool = createWriterPool([writer, ...(options.extraWriters ?? [])], signal);
  const complete = ({ db }: Writer, { name }: ProjectedTable) =>
    options.shouldComplete ? completeShadowTable(db, name, schema) : Promise.resolve();
  const builds: ModelBuild[] = [];
  for (const projection of projections) {
    await createShadowTables(writer.db, projection, schema);
    const buffered = createBufferedTables(writer, pool, schema, options.buffering, complete);
    builds.push({ projection, buffered, lastRelevant: 0, failure: null });
  }
  const types = typesOf(projections);
  const pages = readLogRanges({ reader, after: 0, to, pageSize, signal, types, readAheadPages });
  for await (const page of pages) {
    const routed = router.route(page.events);
    for (const build of builds) {
      const route = routed.get(build.projection.model);
      if (!route) continue;
      build.lastRelevant = route.lastRelevant;
      if (route.events.length > 0)
        await runStep(build, signal, () => build.projection.apply(route.events, build.buffered.tables));
    }
    options.onProgress?.(page.to, to);
  }
  await finishBuilds(builds, options, to);
};

/**
 * Builds models from the whole log in shadow tables. Models that are built up to the same position share one pass, so that
 * each event is read and decoded once for all of them. The same `apply` as for the current tables writes to rows in memory
 * ({@link createBufferedTables}). Removals are looked up first, so that this pass writes no erased data. A model with an
 * event that cannot be applied is built again page by page, so that the same streams are parked as in the current tables.
 * @returns the position that each model has reached: `to`, or the position of the current tables when the build started, but at most the
 * head.
 */
export const buildShadowTables = async (options: ShadowBuildOptions): Promise<Map<string, number>> => {
  const { projections, writer, reader } = options;
  const head = await reader.head();
  const models = projections.map(({ model }) => model);
  const targets = new Map<string, number>();
  for (const [model, position] of await loadCurrentPositions(writer.db, models))
    targets.set(model, Math.min(options.to ?? position, head));
  for (const [to, group] of Map.groupBy(projections, ({ model }) => targets.get(model) ?? 0))
    await buildGroup({ ...options, projections: group }, to);
  return targets;
};
