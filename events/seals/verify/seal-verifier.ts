/** Checks the seals in order against the events of their pages, all earlier seals and the signed heads. */
import { computeTreeRoot, hashLeaf, hashLength, sha256 } from '../merkle.ts';
import { encodeSeal, encodingVersion } from '../proof/encoding.ts';
import type { SignedHead } from '../proof/signed-head.ts';
import {
  parseSealRow,
  type Queryable,
  readSealLeaves,
  type Seal,
  type SealRow,
  sealColumns,
} from '../seal-rows.ts';
import { SealTreeEdge } from '../seal-tree.ts';
import type { EventVerifier } from './event-verifier.ts';
import type { VerificationFailure } from './verification-failure.ts';

type SealWithHashes = Seal & { nodes: Buffer; leavesDigest: Buffer };

/** No sealer writes larger seals. A forged one must not exhaust the memory. */
const maxEventsPerSeal = 1_000_000;
const sealsPerQuery = 200;

export class SealVerifier {
  readonly #database: Queryable;
  readonly #events: EventVerifier;
  readonly #logId: string;
  /** Signed heads that have not been compared yet, oldest first. */
  #heads: readonly SignedHead[];
  readonly #edge = new SealTreeEdge(0, []);
  #batch: SealWithHashes[] = [];
  /** Time of the last seal. */
  #sealedAt = 0;
  /** The last position that a signed head confirms. */
  #confirmedUpTo = 0;
  failure: VerificationFailure | null = null;
  sealedUpTo = 0;
  root: Buffer | null = null;

  constructor(
    database: Queryable,
    events: EventVerifier,
    expected: { logId: string; heads: readonly SignedHead[] },
  ) {
    this.#database = database;
    this.#events = events;
    this.#logId = expected.logId;
    this.#heads = [...expected.heads].sort((one, other) => one.seals - other.seals);
  }

  /** Number of seals that were checked. */
  get count() {
    return this.#edge.size;
  }

  /**
   * Checks the next seal, up to the number `last`, with its events. The result is in `failure`.
   * @returns false if no events were compared: an earlier check failed, there is no next seal, or its own fields are wrong.
   */
  async checkNext(last: number): Promise<boolean> {
    if (this.count >= last || this.failure !== null) return false;
    if (this.#batch.length === 0) this.#batch = await this.#read(this.count, last);
    const seal = this.#batch.shift();
    const after = this.sealedUpTo;
    const problem = seal === undefined ? 'it is missing' : this.#problemWith(seal);
    if (seal === undefined || problem !== null) {
      // Without this seal nothing proves its events and the following ones, so only the events before them are checked.
      this.failure = createSealFailure(after + 1, `Seal ${this.count + 1} is not valid: ${problem}.`);
      await this.#events.leafHashes(after + 1, after + 1);
      return false;
    }
    const leaves = await this.#events.leafHashes(seal.firstPosition, seal.lastPosition);
    this.failure = (await this.#checkPage(seal, leaves)) ?? this.#checkChain(seal) ?? this.#checkHeads(seal);
    this.sealedUpTo = seal.lastPosition;
    return true;
  }

  /** Returns a failure if a signed head has more seals than the log. Call it after all seals were checked. */
  checkRemainingHeads(): VerificationFailure | null {
    const [head] = this.#heads;
    return head === undefined
      ? null
      : this.#headFailure(head, `It covers ${head.seals} seals, but the log has only ${this.count}.`);
  }

  async #read(after: number, last: number): Promise<SealWithHashes[]> {
    const { rows } = await this.#database.query<SealRow & { nodes: Buffer; digest: Buffer }>(
      `select ${sealColumns}, nodes, sha256(leaves) as digest from log.seals
       where number > $1 and number <= $2 order by number limit $3`,
      [after, last, sealsPerQuery],
    );
    return rows.map((row) => ({ ...parseSealRow(row), nodes: row.nodes, leavesDigest: row.digest }));
  }

  #problemWith(seal: SealWithHashes): string | null {
    if (seal.number !== this.count + 1) return 'it is missing';
    if (seal.algorithm !== encodingVersion) return `its algorithm ${seal.algorithm} is unknown`;
    if (seal.firstPosition !== this.sealedUpTo + 1) return `it starts at position ${seal.firstPosition}`;
    if (seal.lastPosition - seal.firstPosition + 1 !== seal.eventCount)
      return 'its number of events is wrong';
    if (seal.eventCount < 1 || seal.eventCount > maxEventsPerSeal)
      return `it covers ${seal.eventCount} events`;
    if (seal.sealedAt < this.#sealedAt) return 'it is older than the seal before it';
    return null;
  }

  async #checkPage(seal: SealWithHashes, leaves: Buffer): Promise<VerificationFailure | null> {
    const isRootValid = computeTreeRoot(leaves).equals(seal.root);
    if (isRootValid && sha256(leaves).equals(seal.leavesDigest)) return null;
    const storedLeaves = await readSealLeaves(this.#database, seal.number);
    for (let offset = 0; offset < leaves.length; offset += hashLength) {
      const leaf = leaves.subarray(offset, offset + hashLength);
      if (leaf.equals(storedLeaves.subarray(offset, offset + hashLength))) continue;
      const position = seal.firstPosition + offset / hashLength;
      if (isRootValid)
        return createSealFailure(
          position,
          `Seal ${seal.number} stores a different hash of this event than the one that it sealed.`,
        );
      return leaf.equals(Buffer.alloc(hashLength))
        ? { position, kind: 'gap', detail: `Position ${position} was sealed, but has no event.` }
        : { position, kind: 'changed', detail: `The event is not the one that seal ${seal.number} sealed.` };
    }
    return createSealFailure(
      seal.firstPosition,
      `The root of seal ${seal.number} does not match its events, positions ${seal.firstPosition} to ${seal.lastPosition}.`,
    );
  }

  #checkChain(seal: SealWithHashes): VerificationFailure | null {
    const { nodes, root } = this.#edge.add(hashLeaf(encodeSeal(seal)));
    this.root = Buffer.from(root);
    this.#sealedAt = seal.sealedAt;
    return Buffer.concat(nodes).equals(seal.nodes) && this.root.equals(seal.chainedRoot)
      ? null
      : createSealFailure(seal.firstPosition, `Seal ${seal.number} does not continue the seals before it.`);
  }

  #checkHeads(seal: SealWithHashes): VerificationFailure | null {
    for (;;) {
      const [head] = this.#heads;
      if (head === undefined || head.seals > seal.number) return null;
      if (head.logId !== this.#logId) return this.#headFailure(head, 'It belongs to another log.');
      if (head.root.toLowerCase() !== this.root?.toString('hex') || head.lastPosition !== seal.lastPosition)
        return this.#headFailure(head, 'The log up to there was rewritten after the head was signed.');
      this.#confirmedUpTo = head.lastPosition;
      this.#heads = this.#heads.slice(1);
    }
  }

  #headFailure(head: SignedHead, reason: string): VerificationFailure {
    return {
      position: this.#confirmedUpTo + 1,
      kind: 'head',
      detail: `The log does not contain the signed head at position ${head.lastPosition}. ${reason}`,
    };
  }
}

const createSealFailure = (position: number, detail: string): VerificationFailure => ({
  position,
  kind: 'seal',
  detail,
});
