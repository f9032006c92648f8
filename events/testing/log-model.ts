import type { DomainEvent } from '../catalogue/catalogue.ts';
import type { AppendRequest, AppendResult, StoredAnswer } from '../log/log.ts';

type ModelEvent = { stream: string; version: number; commandId: string; event: DomainEvent };

type StoredKey = { bodyHash: string; position: number; answer: StoredAnswer };

/**
 * The simplest correct log, for model-based tests: streams and keys in memory, one append after the other. An appender
 * must return the same results and leave the same events.
 */
export class LogModel {
  readonly #streams = new Map<string, ModelEvent[]>();
  readonly #keys = new Map<string, StoredKey>();

  versionOf(stream: string): number {
    return this.#streams.get(stream)?.length ?? 0;
  }

  eventsOf(stream: string): readonly ModelEvent[] {
    return this.#streams.get(stream) ?? [];
  }

  /** The number of events. */
  get size(): number {
    return [...this.#streams.values()].reduce((sum, events) => sum + events.length, 0);
  }

  /**
   * Applies a request to the model. Returns the result that an appender must return.
   * @param reportedPosition the position that the appender returned. It depends on concurrent requests, so the model
   * adopts it and the caller compares it with the log.
   */
  append(request: AppendRequest, reportedPosition: number): AppendResult {
    const { command } = request;
    const stored = command && this.#keys.get(command.key);
    if (stored)
      return stored.bodyHash === command.bodyHash
        ? { outcome: 'repeated', position: stored.position, answer: stored.answer }
        : { outcome: 'key-reused' };
    const expectations = [
      ...request.writes.map((write) => ({ stream: write.stream, version: write.expectedVersion })),
      ...request.asserts,
    ];
    const violated = expectations.find(({ stream, version }) => this.versionOf(stream) !== version);
    if (violated)
      return { outcome: 'conflict', stream: violated.stream, version: this.versionOf(violated.stream) };
    for (const { stream, events } of request.writes) {
      const modelEvents = this.#streams.get(stream) ?? [];
      for (const event of events)
        modelEvents.push({ stream, version: modelEvents.length + 1, commandId: request.commandId, event });
      this.#streams.set(stream, modelEvents);
    }
    if (command)
      this.#keys.set(command.key, {
        bodyHash: command.bodyHash,
        position: reportedPosition,
        answer: command.answer,
      });
    return { outcome: 'appended', position: reportedPosition };
  }
}
