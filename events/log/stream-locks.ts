type LockEntry = { holders: number; isExclusive: boolean; queue: QueuedLock[] };
type QueuedLock = { request: LockRequest; isExclusive: boolean };

/** A request for all the locks that a command or an append needs. */
export class LockRequest {
  readonly locks: readonly { name: string; isExclusive: boolean }[];
  readonly onGranted: () => void;
  /** How many of the locks the request still waits for. */
  missing = 0;

  /**
   * @param locks with different names.
   * @param onGranted called once when all locks are held: synchronously from `acquire`, or from the `release` of another request.
   */
  constructor(locks: readonly { name: string; isExclusive: boolean }[], onGranted: () => void) {
    this.locks = locks;
    this.onGranted = onGranted;
  }
}

/**
 * In-process locks on named resources (streams, idempotency keys), granted in the order of the requests: shared for
 * readers, exclusive for a writer. A request names all its locks at once, so there are no deadlocks. `p-limit`
 * has neither shared locks nor requests for several locks.
 */
export class StreamLocks {
  readonly #entries = new Map<string, LockEntry>();

  /** Takes the locks that are free and queues for the others. Calls `onGranted` at once if all are free. */
  acquire(request: LockRequest): void {
    request.missing = 0;
    for (const { name, isExclusive } of request.locks) {
      const entry = this.#entries.get(name);
      if (!entry) this.#entries.set(name, { holders: 1, isExclusive, queue: [] });
      else if (!isExclusive && !entry.isExclusive && entry.queue.length === 0) entry.holders += 1;
      else {
        request.missing += 1;
        entry.queue.push({ request, isExclusive });
      }
    }
    if (request.missing === 0) request.onGranted();
  }

  /** Releases all locks of a granted request and grants the requests that waited for them. */
  release(request: LockRequest): void {
    const granted: LockRequest[] = [];
    for (const { name } of request.locks) {
      const entry = this.#entries.get(name);
      if (!entry) continue;
      entry.holders -= 1;
      if (entry.holders === 0) this.#grantNext(name, entry, granted);
    }
    for (const next of granted) next.onGranted();
  }

  /** Gives the lock to the first request of the queue. If that is a reader, the readers directly behind it get the lock too. */
  #grantNext(name: string, entry: LockEntry, granted: LockRequest[]): void {
    if (entry.queue.length === 0) {
      this.#entries.delete(name);
      return;
    }
    let count = 0;
    for (const { request, isExclusive } of entry.queue) {
      if (count > 0 && (isExclusive || entry.isExclusive)) break;
      entry.isExclusive = isExclusive;
      entry.holders += 1;
      count += 1;
      request.missing -= 1;
      if (request.missing === 0) granted.push(request);
    }
    entry.queue.splice(0, count);
  }
}
