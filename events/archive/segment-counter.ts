import type { ArchivedEvent } from './archived-event.ts';
import type { SegmentCounts } from './segment-schema.ts';

/** Counts the events of a segment, which are added in the order of the log. */
export class SegmentCounter {
  readonly #types = new Map<string, number>();
  #streams = 0;
  #commands = 0;
  #firstCommand = '';
  #lastCommand = '';

  add({ type, version, commandId }: Pick<ArchivedEvent, 'type' | 'version' | 'commandId'>): void {
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    if (version === 1) this.#streams += 1;
    // The events of a command are consecutive.
    if (commandId === this.#lastCommand) return;
    this.#commands += 1;
    this.#lastCommand = commandId;
    if (this.#firstCommand === '') this.#firstCommand = commandId;
  }

  get counts(): SegmentCounts {
    return {
      streams: this.#streams,
      commands: this.#commands,
      firstCommand: this.#firstCommand,
      lastCommand: this.#lastCommand,
      types: Object.fromEntries([...this.#types].toSorted(([one], [other]) => (one < other ? -1 : 1))),
    };
  }
}
