import { sql } from 'kysely';
import { catalogue } from '#events/catalogue/catalogue.ts';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import { isTransient } from '../connection/transient.ts';
import type { Writer } from '../connection/writer.ts';
import { erasedIn, isErased, type Projection, relevantTo } from '../projection/projection.ts';
import { catchUp } from './catch-up.ts';
import { livePositions } from './gaps.ts';
import { pagesOf } from './pages.ts';
import { type Beside, makeKey, makeTablesBeside } from './tables-beside.ts';
import { type MemoryOptions, tablesInMemory } from './tables-in-memory.ts';

export type BuildOptions = {
  projections: readonly Projection[];
  /** A connection to the place where the tables are made. */
  writer: Writer;
  place: Beside;
  reader: Pick<LogReader, 'readPage' | 'head'>;
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

/** A model that is being built up to where the live one stood. */
type Build = {
  projection: Projection;
  to: number;
  /** Whose streams are erased by then: nothing of them is built. */
  erased: ReadonlyMap<string, number>;
  /** The last event that it looked at. */
  relevant: number;
  memory: ReturnType<typeof tablesInMemory>;
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

const take = async (build: Build, page: readonly RecordedEvent[]): Promise<void> => {
  const { projection, erased, to } = build;
  const relevant = relevantTo(projection, page).filter(({ position }) => position <= to);
  build.relevant = relevant.at(-1)?.position ?? build.relevant;
  const left = erased.size === 0 ? relevant : relevant.filter((event) => !isErased(erased, event));
  if (left.length > 0) await projection.apply(left, build.memory.tables);
};

/**
 * Builds models from nothing beside the live ones, all of them in one walk through the log: each event is read and decoded once.
 * A page goes through the same `apply` as in the live tables, into rows in memory ({@link tablesInMemory}). What a later
 * event erases is not built at all: the removals are looked up first. A model of which an event
 * cannot be projected is built once more, page by page as the leader does, so that what must be parked is.
 * @returns by model, the position that was reached: the one that was wanted, else where the live one stood when this began.
 */
export const buildBeside = async (options: BuildOptions): Promise<Map<string, number>> => {
  const { projections, writer, place, reader, signal, pageSize = 10_000 } = options;
  const head = await reader.head();
  const erasing = [...new Set(projections.flatMap((projection) => [...projection.erasing]))];
  const removals = erasing.length > 0 ? (await reader.readPage(0, head, erasing)).events : [];
  const live = await livePositions(
    writer.db,
    projections.map(({ model }) => model),
  );
  const builds: Build[] = [];
  for (const projection of projections) {
    await makeTablesBeside(writer.db, projection, place);
    const to = Math.min(options.to ?? live.get(projection.model) ?? 0, head);
    const memory = tablesInMemory(writer, place, options.memory);
    const erased = erasedIn(
      projection,
      removals.filter(({ position }) => position <= to),
    );
    builds.push({ projection, to, erased, relevant: 0, memory, failure: null });
  }

  const to = Math.max(...builds.map((build) => build.to));
  for await (const page of pagesOf({ reader, after: 0, to, pageSize, signal, types: typesOf(projections) })) {
    for (const build of builds) await attempt(build, () => take(build, page.events));
    options.onProgress?.(page.to, to);
  }

  for (const build of builds) {
    const { projection, memory, relevant } = build;
    await attempt(build, () => memory.finish(projection.tables));
    await attempt(build, async () => {
      await sql`update checkpoints set position = ${build.to}, relevant_position = ${relevant}
        where model = ${projection.model}`.execute(writer.db);
    });
    if (build.failure === null) continue;
    options.onCareful?.(projection.model, build.failure);
    await makeTablesBeside(writer.db, projection, place);
    for (const { name } of projection.tables) await makeKey(writer.db, name, place);
    const carefully = { db: writer.db, projections: [projection], reader, signal };
    await catchUp(carefully, 0, build.to);
  }
  return new Map(builds.map((build) => [build.projection.model, build.to]));
};
