/** Walks through the seals in order and holds each to the events of its page and to all seals before it. */
import { SealTreeEdge } from '../seal-tree.ts';
import type { EventVerifier } from './event-verifier.ts';
import { hashLength, leafHash, sha256, treeRoot } from '../merkle.ts';
import type { VerificationFailure } from './verification-failure.ts';
import { encodeSeal, encodingVersion } from '../proof/encoding.ts';
import type { SignedHead } from '../proof/signed-head.ts';
import { type Queryable, type Seal, type SealRow, sealColumns, parseSealRow } from '../seal-rows.ts';

type FullSeal = Seal & { nodes: Buffer; leavesDigest: Buffer };

/** More events in one seal than any sealer puts there would only cost memory. */
const mostEvents = 1_000_000;
const batchSize = 200;

export class SealVerifier {
  readonly #database: Queryable;
  readonly #log: EventVerifier;
  readonly #logId: string;
  #heads: readonly SignedHead[];
  readonly #edge = new SealTreeEdge(0, []);
  #batch: FullSeal[] = [];
  #sealedAt = 0;
  /** The last position that a signed head vouches for. */
  #vouchedUpTo = 0;
  misfit: VerificationFailure | null = null;
  sealedUpTo = 0;
  root: Buffer | null = null;

  constructor(database: Queryable, log: EventVerifier, expected: { logId: string; heads: readonly SignedHead[] }) {
    this.#database = database;
    this.#log = log;
    this.#logId = expected.logId;
    this.#heads = [...expected.heads].sort((one, other) => one.seals - other.seals);
  }

  get count() {
    return this.#edge.size;
  }

  /** Looks at the next seal, up to the number `last`. @returns false when there is none, or it does not fit. */
  async next(last: number): Promise<boolean> {
    if (this.count >= last || this.misfit !== null) return false;
    if (this.#batch.length === 0) this.#batch = await this.#read(this.count, last);
    const seal = this.#batch.shift();
    const after = this.sealedUpTo;
    const wrong = seal === undefined ? 'it is missing' : this.#wrongWith(seal);
    if (seal === undefined || wrong !== null) {
      // Whatever was wrong with the events up to here has been found; of those behind nothing can be said.
      this.misfit = this.#sealMisfit(after + 1, `Seal ${this.count + 1} does not fit: ${wrong}.`);
      await this.#log.leaves(after + 1, after + 1);
      return false;
    }
    const leaves = await this.#log.leaves(seal.firstPosition, seal.lastPosition);
    this.misfit = (await this.#pageMisfit(seal, leaves)) ?? this.#chainMisfit(seal) ?? this.#headMisfit(seal);
    this.sealedUpTo = seal.lastPosition;
    return true;
  }

  /** What a signed head promises and the log does not have, once all seals have been looked at. */
  headsMisfit(): VerificationFailure | null {
    const [head] = this.#heads;
    return head === undefined
      ? null
      : this.#headNotMet(head, `It has ${head.seals} seals, the log ${this.count}.`);
  }

  async #read(after: number, last: number): Promise<FullSeal[]> {
    const { rows } = await this.#database.query<SealRow & { nodes: Buffer; digest: Buffer }>(
      `select ${sealColumns}, nodes, sha256(leaves) as digest from log.seals
       where number > $1 and number <= $2 order by number limit $3`,
      [after, last, batchSize],
    );
    return rows.map((row) => ({ ...parseSealRow(row), nodes: row.nodes, leavesDigest: row.digest }));
  }

  #wrongWith(seal: FullSeal): string | null {
    if (seal.number !== this.count + 1) return 'it is missing';
    if (seal.algorithm !== encodingVersion) return `its algorithm ${seal.algorithm} is unknown`;
    if (seal.firstPosition !== this.sealedUpTo + 1) return `it begins at position ${seal.firstPosition}`;
    if (seal.lastPosition - seal.firstPosition + 1 !== seal.eventCount) return 'its count of events is wrong';
    if (seal.eventCount < 1 || seal.eventCount > mostEvents) return `it covers ${seal.eventCount} events`;
    if (seal.sealedAt < this.#sealedAt) return 'it is older than the one before it';
    return null;
  }

  #sealMisfit(position: number, detail: string): VerificationFailure {
    return { position, kind: 'seal', detail };
  }

  async #pageMisfit(seal: FullSeal, leaves: Buffer): Promise<VerificationFailure | null> {
    const rootFits = treeRoot(leaves).equals(seal.root);
    if (rootFits && sha256(leaves).equals(seal.leavesDigest)) return null;
    const { rows } = await this.#database.query<{ leaves: Buffer }>(
      'select leaves from log.seals where number = $1',
      [seal.number],
    );
    const stored = rows[0]?.leaves ?? Buffer.alloc(0);
    for (let at = 0; at < leaves.length; at += hashLength) {
      const leaf = leaves.subarray(at, at + hashLength);
      if (leaf.equals(stored.subarray(at, at + hashLength))) continue;
      const position = seal.firstPosition + at / hashLength;
      if (rootFits)
        return this.#sealMisfit(
          position,
          `Seal ${seal.number} holds another hash of this event than it sealed.`,
        );
      return leaf.equals(Buffer.alloc(hashLength))
        ? { position, kind: 'gap', detail: `Position ${position} was sealed, and no such event is there.` }
        : { position, kind: 'changed', detail: `The event is not what seal ${seal.number} sealed.` };
    }
    return this.#sealMisfit(
      seal.firstPosition,
      `The root of seal ${seal.number} is not that of its events, positions ${seal.firstPosition} to ${seal.lastPosition}.`,
    );
  }

  #chainMisfit(seal: FullSeal): VerificationFailure | null {
    const { nodes, root } = this.#edge.add(leafHash(encodeSeal(seal)));
    this.root = Buffer.from(root);
    this.#sealedAt = seal.sealedAt;
    return Buffer.concat(nodes).equals(seal.nodes) && this.root.equals(seal.chainedRoot)
      ? null
      : this.#sealMisfit(seal.firstPosition, `Seal ${seal.number} does not continue the seals before it.`);
  }

  #headMisfit(seal: FullSeal): VerificationFailure | null {
    for (let [head] = this.#heads; head !== undefined && head.seals <= seal.number; [head] = this.#heads) {
      if (head.logId !== this.#logId) return this.#headNotMet(head, 'It belongs to another log.');
      if (head.root.toLowerCase() !== this.root?.toString('hex') || head.lastPosition !== seal.lastPosition)
        return this.#headNotMet(head, 'The history up to there has been rewritten since it was signed.');
      this.#vouchedUpTo = head.lastPosition;
      this.#heads = this.#heads.slice(1);
    }
    return null;
  }

  #headNotMet(head: SignedHead, why: string): VerificationFailure {
    return {
      position: this.#vouchedUpTo + 1,
      kind: 'head',
      detail: `The signed head at position ${head.lastPosition} is not met. ${why}`,
    };
  }
}
