import { sql } from 'kysely';
import { catalogue } from '#events/catalogue/catalogue.ts';
import type { LogReader } from '#events/log/log.ts';
import { isTransient } from '../connection/transient.ts';
import type { Writer } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import { catchUp } from './catch-up.ts';
import { livePositions } from './gaps.ts';
import { pagesOf } from './pages.ts';
import { shareOut } from './share-out.ts';
import { type Beside, makeKey, makeTablesBeside } from './tables-beside.ts';
import { type MemoryOptions, tablesInMemory } from './tables-in-memory.ts';

export type BuildOptions = {
  projections: readonly Projection[];
  /** A connection to the place where the tables are made. */
  writer: Writer;
  place: Beside;
  reader: Pick<LogReader, 'readPage' | 'head'>;
  /** Where removals are looked up, few events of the whole log, before the walk through it; `reader` unless given. */
  ahead?: Pick<LogReader, 'readPage'> | undefined;
  /** The last position that is part of it; where the live model stands unless given. */
  to?: number | undefined;
  signal: AbortSignal;
  pageSize?: number | undefined;
  memory?: MemoryOptions | undefined;
  /** Called after each page. */
  onProgress?: ((at: number, to: number) => void) | undefined;
  /** Called when a model has to be built page by page, which takes its time. */
  onCareful?: ((model: string, because: Error) => void) | undefined;
};

/** A model that is being built. */
type Build = {
  projection: Projection;
  memory: ReturnType<typeof tablesInMemory>;
  /** The last event that it looked at. */
  last: number;
  /** Why one of its events could not be projected. */
  failure: Error | null;
};

/** The types that the models look at; undefined for all there are. */
const typesOf = (projections: readonly Projection[]): string[] | undefined => {
  const types = new Set(projections.flatMap(({ eventTypes }) => [...eventTypes]));
  return types.size < catalogue.size ? [...types] : undefined;
};

/** Does a part of the building; what is an event's fault ends that of this model only. */
const attempt = async (build: Build, work: () => Promise<void>): Promise<void> => {
  try {
    if (build.failure === null) await work();
  } catch (error) {
    if (isTransient(error)) throw error;
    build.failure = error instanceof Error ? error : new Error(String(error));
  }
};

/** Writes what is left, and says where the model stands. If it failed: builds it once more, as the leader would. */
const finish = async (build: Build, options: BuildOptions, to: number): Promise<void> => {
  const { projection, memory, last } = build;
  const { writer, place, reader, signal } = options;
  await attempt(build, () => memory.finish(projection.tables));
  if (build.failure === null) {
    await sql`update checkpoints set position = ${to}, relevant_position = ${last}
      where model = ${projection.model}`.execute(writer.db);
    return;
  }
  options.onCareful?.(projection.model, build.failure);
  await makeTablesBeside(writer.db, projection, place);
  for (const { name } of projection.tables) await makeKey(writer.db, name, place);
  await catchUp({ db: writer.db, projections: [projection], reader, signal }, 0, to);
};

/** Builds models up to the same position. */
const buildTogether = async (options: BuildOptions, to: number): Promise<void> => {
  const { projections, writer, place, reader, ahead = reader, signal, pageSize = 2_000 } = options;
  const erasing = [...new Set(projections.flatMap((projection) => [...projection.erasing]))];
  const removals = erasing.length > 0 ? (await ahead.readPage(0, to, erasing)).events : [];
  const shares = shareOut(projections, removals);
  const builds: Build[] = [];
  for (const projection of projections) {
    await makeTablesBeside(writer.db, projection, place);
    builds.push({
      projection,
      memory: tablesInMemory(writer, place, options.memory),
      last: 0,
      failure: null,
    });
  }
  for await (const page of pagesOf({ reader, after: 0, to, pageSize, signal, types: typesOf(projections) })) {
    const parts = shares.deal(page.events);
    for (const build of builds) {
      const { events, last } = parts.get(build.projection.model) ?? { events: [], last: build.last };
      build.last = last;
      if (events.length > 0) await attempt(build, () => build.projection.apply(events, build.memory.tables));
    }
    options.onProgress?.(page.to, to);
  }
  for (const build of builds) await finish(build, options, to);
};

/**
 * Builds models from nothing beside the live ones, all of them in one walk through the log: each event is read and decoded once.
 * A page goes through the same `apply` as in the live tables, into rows in memory ({@link tablesInMemory}). What a later
 * event erases is not built at all: the removals are looked up first. A model of which an event
 * cannot be projected is built once more, page by page as the leader does, so that what must be parked is.
 * @returns by model, the position that was reached: the one that was wanted, else where the live one stood when this began.
 * (Models that stand elsewhere, as a new one does for a while, have a walk of their own.)
 */
export const buildBeside = async (options: BuildOptions): Promise<Map<string, number>> => {
  const { projections, writer, reader } = options;
  const head = await reader.head();
  const models = projections.map(({ model }) => model);
  const built = new Map<string, number>();
  for (const [model, position] of await livePositions(writer.db, models))
    built.set(model, Math.min(options.to ?? position, head));
  for (const [to, together] of Map.groupBy(projections, ({ model }) => built.get(model) ?? 0))
    await buildTogether({ ...options, projections: together }, to);
  return built;
};
