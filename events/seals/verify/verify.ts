/**
 * Checks the whole log for contradictions within itself and with its seals, and finds the first wrong position. Every
 * sealed event is encoded and hashed again, and no stored hash is trusted. Memory is constant for a log of any length.
 */
import type { Archive } from '../../archive/archive.ts';
import type { SignedHead } from '../proof/signed-head.ts';
import { type Queryable, readLastSeal } from '../seal-rows.ts';
import { checkSegmentList } from './archive-tables.ts';
import { EventVerifier } from './event-verifier.ts';
import { SealVerifier } from './seal-verifier.ts';
import { chooseEarlierFailure, type VerificationFailure } from './verification-failure.ts';

export type Verification = {
  /** Null: the log is intact. */
  failure: VerificationFailure | null;
  /** Number of events and seals that were checked. */
  events: number;
  seals: number;
  /** Number of events at the end that no seal covers yet: they were checked, but no seal proves them. 0 if a failure was found before. */
  unsealed: number;
  /** Root of the seal tree at the last checked seal, hexadecimal; null if no seal was checked. */
  root: string | null;
};

/**
 * Verifies the log.
 * @param options.archive reads archived events.
 * @param options.heads signed heads that the seals must contain. The caller checks their signatures.
 * @param options.onProgress called after each seal and at the end of an intact log, with the last checked position and the head.
 * @param options.pageSize number of events per query.
 */
export const verify = async (options: {
  pool: Queryable;
  archive?: Archive | null;
  heads?: readonly SignedHead[];
  onProgress?: (progress: { position: number; head: number }) => void;
  pageSize?: number;
}): Promise<Verification> => {
  const { pool, archive = null, heads = [], onProgress, pageSize = 2000 } = options;
  const lastSeal = await readLastSeal(pool);
  const { rows } = await pool.query<{ id: string; head: string; archived: string; segment: number }>(
    `select id, (select coalesce(max(position), 0) from log.events) as head, log.archived_head() as archived,
         (select coalesce(max(number), 0) from log.segments) as segment
       from log.identity`,
  );
  const head = Math.max(Number(rows[0]?.head ?? 0), lastSeal?.lastPosition ?? 0);
  const archiveEnd = { position: Number(rows[0]?.archived ?? 0), segment: rows[0]?.segment ?? 0 };
  const events = new EventVerifier(
    { database: pool, archive },
    { ...{ upTo: head, archiveEnd, pageSize }, failure: await checkSegmentList(pool) },
  );
  const seals = new SealVerifier(pool, events, { logId: rows[0]?.id ?? '', heads });
  let failure: VerificationFailure | null = null;
  while (failure === null && (await seals.checkNext(lastSeal?.number ?? 0))) {
    failure = chooseEarlierFailure(events.failure, seals.failure);
    // A failure in events that were read ahead is not reported yet, because the next seal may reveal an earlier change.
    if (failure !== null && failure.position > seals.sealedUpTo) failure = null;
    onProgress?.({ position: seals.sealedUpTo, head });
  }
  if (seals.failure !== null) failure ??= chooseEarlierFailure(seals.failure, events.failure);
  const unsealed = failure === null ? await events.finish() : 0;
  failure ??= chooseEarlierFailure(events.failure, seals.checkRemainingHeads());
  if (failure === null) onProgress?.({ position: head, head });
  return {
    failure,
    events: events.eventCount,
    seals: seals.count,
    unsealed,
    root: seals.root?.toString('hex') ?? null,
  };
};
