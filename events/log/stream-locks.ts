/**
 * Turns at named resources (streams, keys), in the order of asking: shared by those who only read one, alone for
 * one who writes it. All that somebody needs is asked for in one step, so nobody ever waits in a circle.
 */
type Place = { holders: number; exclusive: boolean; waiting: Waiter[] };
type Waiter = { turn: Turn; exclusive: boolean };

export class Turn {
  readonly needs: readonly { name: string; exclusive: boolean }[];
  readonly start: () => void;
  missing = 0;

  /** @param start is called once, when all needs are held: at once, or later from somebody's release. */
  constructor(needs: readonly { name: string; exclusive: boolean }[], start: () => void) {
    this.needs = needs;
    this.start = start;
  }
}

export class Turns {
  readonly #places = new Map<string, Place>();

  /** Names must differ within one turn. */
  ask(turn: Turn): void {
    turn.missing = 0;
    for (const { name, exclusive } of turn.needs) {
      const place = this.#places.get(name);
      if (!place) this.#places.set(name, { holders: 1, exclusive, waiting: [] });
      else if (!exclusive && !place.exclusive && place.waiting.length === 0) place.holders += 1;
      else {
        turn.missing += 1;
        place.waiting.push({ turn, exclusive });
      }
    }
    if (turn.missing === 0) turn.start();
  }

  /** Gives back what a started turn holds and starts those who have waited for it. */
  release(turn: Turn): void {
    const ready: Turn[] = [];
    for (const { name } of turn.needs) {
      const place = this.#places.get(name);
      if (!place) continue;
      place.holders -= 1;
      if (place.holders > 0) continue;
      this.#admit(name, place, ready);
    }
    for (const next of ready) next.start();
  }

  /** How many resources are held. */
  get size(): number {
    return this.#places.size;
  }

  #admit(name: string, place: Place, ready: Turn[]): void {
    if (place.waiting.length === 0) {
      this.#places.delete(name);
      return;
    }
    let admitted = 0;
    for (const waiter of place.waiting) {
      if (admitted > 0 && (waiter.exclusive || place.exclusive)) break;
      place.exclusive = waiter.exclusive;
      place.holders += 1;
      admitted += 1;
      waiter.turn.missing -= 1;
      if (waiter.turn.missing === 0) ready.push(waiter.turn);
    }
    place.waiting.splice(0, admitted);
  }
}
