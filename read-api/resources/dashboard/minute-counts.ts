import type { Dashboard } from '#contract/schemas/dashboard.ts';

export const minuteMs = 60_000;

/** Returns how many whole minutes lie between the beginning of 1970 and a time. @param time in ms since 1970. */
export const minuteNumber = (time: number): number => Math.floor(time / minuteMs);

/** The commands and events that were appended in one minute. */
export type MinuteRow = { minute: number; commands: number; events: number };

/**
 * Remembers the counts per minute, so that only new events have to be counted. All events of a command are appended in
 * one transaction, so no command is counted twice, wherever counting stops and continues.
 */
export class MinuteCounts {
  readonly #counts = new Map<number, { commands: number; events: number }>();
  #countedUpTo: number | null = null;
  #firstCompleteMinute = 0;
  readonly #span: number;

  /** @param span how many minutes are shown, including the current one. */
  constructor(span: number) {
    this.#span = span;
  }

  /** The position up to which everything is counted; null before {@link restart}. */
  get countedUpTo(): number | null {
    return this.#countedUpTo;
  }

  /** Forgets everything and starts counting after a position. Minutes before `firstCompleteMinute` are unknown. */
  restart(position: number, firstCompleteMinute: number): void {
    this.#counts.clear();
    this.#countedUpTo = position;
    this.#firstCompleteMinute = firstCompleteMinute;
  }

  /** Adds the counts between {@link countedUpTo} and a new position. */
  add(rows: readonly MinuteRow[], upTo: number): void {
    for (const { minute, commands, events } of rows) {
      const known = this.#counts.get(minute) ?? { commands: 0, events: 0 };
      this.#counts.set(minute, { commands: known.commands + commands, events: known.events + events });
    }
    this.#countedUpTo = upTo;
  }

  /** Returns the minutes of the span that ends now, and forgets older ones. */
  list(now: number): Dashboard['minutes'] {
    const last = minuteNumber(now);
    for (const minute of this.#counts.keys()) if (minute <= last - this.#span) this.#counts.delete(minute);
    return Array.from({ length: this.#span }, (_, index) => {
      const minute = last - this.#span + 1 + index;
      const at = new Date(minute * minuteMs).toISOString();
      if (minute < this.#firstCompleteMinute) return { at, commands: null, events: null };
      return { at, ...(this.#counts.get(minute) ?? { commands: 0, events: 0 }) };
    });
  }
}
