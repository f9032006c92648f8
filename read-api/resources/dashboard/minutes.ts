import type { Dashboard } from '#contract/dashboard.ts';

export const minuteMs = 60_000;
export const minuteOf = (time: number): number => Math.floor(time / minuteMs);

/** What the log took in in one minute, numbered from 1970. */
export type MinuteRow = { minute: number; commands: number; events: number };

/**
 * Remembers what was counted, minute by minute, so that only what is new has to be counted.
 * A command's events are appended in one transaction: no command is counted twice, wherever counting stops and goes on.
 */
export class MinuteBook {
  #minutes = new Map<number, { commands: number; events: number }>();
  /** Everything up to this position is counted; null before the beginning. */
  #upTo: number | null = null;
  /** The first minute that is counted whole. */
  #from = 0;
  readonly #span: number;

  /** @param span how many minutes it is about, the one under way among them. */
  constructor(span: number) {
    this.#span = span;
  }

  get upTo(): number | null {
    return this.#upTo;
  }

  /** Begins anew after a position; minutes before `from` are not counted whole. */
  begin(after: number, from: number): void {
    this.#minutes.clear();
    this.#upTo = after;
    this.#from = from;
  }

  /** Takes in what was counted after {@link upTo}. */
  add(rows: readonly MinuteRow[], upTo: number): void {
    for (const { minute, commands, events } of rows) {
      const known = this.#minutes.get(minute) ?? { commands: 0, events: 0 };
      this.#minutes.set(minute, { commands: known.commands + commands, events: known.events + events });
    }
    this.#upTo = upTo;
  }

  /** The minutes as they are shown at a time; older ones are forgotten. */
  at(now: number): Dashboard['minutes'] {
    const last = minuteOf(now);
    for (const minute of this.#minutes.keys()) if (minute <= last - this.#span) this.#minutes.delete(minute);
    return Array.from({ length: this.#span }, (_, index) => {
      const minute = last - this.#span + 1 + index;
      const at = new Date(minute * minuteMs).toISOString();
      if (minute < this.#from) return { at, commands: null, events: null };
      return { at, ...(this.#minutes.get(minute) ?? { commands: 0, events: 0 }) };
    });
  }
}
