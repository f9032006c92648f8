import type { DomainEvent } from '../catalogue/catalogue.ts';
import type { AppendRequest, AppendResult, StoredAnswer } from '../log/log.ts';

export type ModelEvent = { stream: string; version: number; commandId: string; event: DomainEvent };

type Done = { bodyHash: string; position: number; answer: StoredAnswer };

/**
 * The log as the simplest thing that could be right: events by stream and keys by name in memory, one append after
 * the other. What an appender answers and leaves behind must be what this says.
 */
export class LogModel {
  readonly #streams = new Map<string, ModelEvent[]>();
  readonly #keys = new Map<string, Done>();

  version(stream: string): number {
    return this.#streams.get(stream)?.length ?? 0;
  }

  stream(stream: string): readonly ModelEvent[] {
    return this.#streams.get(stream) ?? [];
  }

  get size(): number {
    return [...this.#streams.values()].reduce((sum, events) => sum + events.length, 0);
  }

  /**
   * What the append must answer, and its effect. Where in the log it comes to stand depends on its neighbours, so the
   * position that it `reported` is taken over; the caller holds it against the log.
   */
  append(request: AppendRequest, reported: number): AppendResult {
    const { command } = request;
    const done = command && this.#keys.get(command.key);
    if (done)
      return done.bodyHash === command.bodyHash
        ? { outcome: 'repeated', position: done.position, answer: done.answer }
        : { outcome: 'key-reused' };
    const expected = [
      ...request.writes.map((write) => ({ stream: write.stream, version: write.expectedVersion })),
      ...request.asserts,
    ];
    const missed = expected.find(({ stream, version }) => this.version(stream) !== version);
    if (missed) return { outcome: 'conflict', stream: missed.stream, version: this.version(missed.stream) };
    for (const { stream, events } of request.writes) {
      const kept = this.#streams.get(stream) ?? [];
      for (const event of events)
        kept.push({ stream, version: kept.length + 1, commandId: request.commandId, event });
      this.#streams.set(stream, kept);
    }
    if (command)
      this.#keys.set(command.key, {
        bodyHash: command.bodyHash,
        position: reported,
        answer: command.answer,
      });
    return { outcome: 'appended', position: reported };
  }
}
