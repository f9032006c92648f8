import { sql } from 'kysely';
import { catalogue } from '#events/catalogue/catalogue.ts';
import type { LogReader } from '#events/log/log.ts';
import { isTransient } from '../connection/transient.ts';
import type { Writer } from '../connection/writer.ts';
import type { ProjectedTable, Projection } from '../projection/projection.ts';
import { catchUp } from './catch-up.ts';
import { livePositions } from './gaps.ts';
import { lanesOf } from './lanes.ts';
import { pagesOf } from './pages.ts';
import { shareOut } from './share-out.ts';
import { type Beside, finishTableBeside, makeKey, makeTablesBeside } from './tables-beside.ts';
import { type MemoryOptions, type TablesInMemory, tablesInMemory } from './tables-in-memory.ts';

export type BuildOptions = {
  projections: readonly Projection[];
  /** A connection to the place where the tables are made. */
  writer: Writer;
  /** More connections to that place, on which rows are written and indexes made beside; none unless given. */
  beside?: readonly Writer[] | undefined;
  place: Beside;
  /** Whether the tables get all that the live ones have; their keys alone unless it is said. */
  isWhole?: boolean | undefined;
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

/** Pages that are read, and their boxes opened, while one is worked on. */
const pagesAhead = 3;

/** A model that is being built. */
type Build = {
  projection: Projection;
  memory: TablesInMemory;
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
const attempt = async (build: Build, signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
  try {
    if (build.failure === null) await work();
  } catch (error) {
    if (signal.aborted || isTransient(error)) throw error;
    build.failure = error instanceof Error ? error : new Error(String(error));
  }
};

/** A model of which something could not be projected: builds it once more, as the leader would. */
const buildCarefully = async (options: BuildOptions, projection: Projection, to: number): Promise<void> => {
  const { writer, place, reader, signal, isWhole = false } = options;
  await makeTablesBeside(writer.db, projection, place);
  for (const { name } of projection.tables) await makeKey(writer.db, name, place);
  await catchUp({ db: writer.db, projections: [projection], reader, signal }, 0, to);
  if (isWhole) for (const { name } of projection.tables) await finishTableBeside(writer.db, name, place);
};

/** Writes what is left of all models, and says where they stand. */
const finish = async (builds: readonly Build[], options: BuildOptions, to: number): Promise<void> => {
  // The longest work first: the other connections do the rest meanwhile.
  const largestFirst = builds.toSorted((one, other) => other.memory.size() - one.memory.size());
  const finishing = largestFirst.map((build) =>
    attempt(build, options.signal, () => build.memory.finish(build.projection.tables)),
  );
  const ended = await Promise.allSettled(finishing);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  for (const { projection, memory, last, failure } of builds) {
    const { model } = projection;
    if (failure === null) {
      await sql`update checkpoints set position = ${to}, relevant_position = ${last}
        where model = ${model}`.execute(options.writer.db);
      continue;
    }
    options.onCareful?.(model, failure);
    await memory.settled();
    await buildCarefully(options, projection, to);
  }
};

/** Builds models up to the same position. */
const buildTogether = async (options: BuildOptions, to: number): Promise<void> => {
  const { projections, writer, place, reader, ahead = reader, signal, pageSize = 2_000 } = options;
  const erasing = [...new Set(projections.flatMap((projection) => [...projection.erasing]))];
  const removals = erasing.length > 0 ? (await ahead.readPage(0, to, erasing)).events : [];
  const shares = shareOut(projections, removals);
  const lanes = lanesOf([writer, ...(options.beside ?? [])], signal);
  const complete = ({ db }: Writer, { name }: ProjectedTable) =>
    options.isWhole ? finishTableBeside(db, name, place) : Promise.resolve();
  const builds: Build[] = [];
  for (const projection of projections) {
    await makeTablesBeside(writer.db, projection, place);
    const memory = tablesInMemory(writer, lanes, place, options.memory, complete);
    builds.push({ projection, memory, last: 0, failure: null });
  }
  const walk = { reader, after: 0, to, pageSize, signal, types: typesOf(projections), ahead: pagesAhead };
  for await (const page of pagesOf(walk)) {
    const parts = shares.deal(page.events);
    for (const build of builds) {
      const { events, last } = parts.get(build.projection.model) ?? { events: [], last: build.last };
      build.last = last;
      if (events.length > 0)
        await attempt(build, signal, () => build.projection.apply(events, build.memory.tables));
    }
    options.onProgress?.(page.to, to);
  }
  await finish(builds, options, to);
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
