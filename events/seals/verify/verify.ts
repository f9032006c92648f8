/**
 * Verifies the whole log against itself and its seals, and finds the first position that does not fit. Encodes and
 * hashes every event for itself, trusts no hash that is stored, and needs constant memory, whatever the length of the log.
 */
import { EventVerifier } from './event-verifier.ts';
import { earlierFailure, type VerificationFailure } from './verification-failure.ts';
import type { SignedHead } from '../proof/signed-head.ts';
import { readLastSeal, type Queryable } from '../seal-rows.ts';
import { SealVerifier } from './seal-verifier.ts';

export type Verification = {
  /** Null: everything fits. */
  failure: VerificationFailure | null;
  /** Events and seals that were looked at. */
  events: number;
  seals: number;
  /** Events at the end that no seal covers yet. They were looked at, but nothing vouches for them. */
  unsealed: number;
  /** The history's root at the last seal, hexadecimal; null without seals. */
  root: string | null;
};

export type Progress = { position: number; head: number };

/**
 * @param options.heads signed heads that the history must contain (their signatures are checked by the caller).
 * @param options.onProgress called after each page.
 */
export const verify = async (options: {
  pool: Queryable;
  heads?: readonly SignedHead[];
  onProgress?: (progress: Progress) => void;
  pageSize?: number;
}): Promise<Verification> => {
  const { pool, heads = [], onProgress, pageSize = 2000 } = options;
  const last = await readLastSeal(pool);
  const { rows } = await pool.query<{ id: string; head: string }>(
    'select id, (select coalesce(max(position), 0) from log.events) as head from log.identity',
  );
  const head = Math.max(Number(rows[0]?.head ?? 0), last?.lastPosition ?? 0);
  const log = new EventVerifier(pool, head, pageSize);
  const seals = new SealVerifier(pool, log, { logId: rows[0]?.id ?? '', heads });
  let misfit: VerificationFailure | null = null;
  while (misfit === null && (await seals.next(last?.number ?? 0))) {
    misfit = earlierFailure(log.misfit, seals.misfit);
    // What was read ahead may not fit either, but an earlier page may still turn out to be changed.
    if (misfit !== null && misfit.position > seals.sealedUpTo) misfit = null;
    onProgress?.({ position: seals.sealedUpTo, head });
  }
  misfit ??= seals.misfit;
  const unsealed = misfit === null ? await log.rest() : 0;
  misfit ??= earlierFailure(log.misfit, seals.headsMisfit());
  if (misfit === null) onProgress?.({ position: head, head });
  return {
    failure: misfit,
    events: log.events,
    seals: seals.count,
    unsealed,
    root: seals.root?.toString('hex') ?? null,
  };
};
