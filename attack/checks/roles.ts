/** The roles that each user has had, by log position. They are folded from the log only, because an answer of the product may be wrong. */
export class Roles {
  readonly #history = new Map<string, { from: number; role: string | null }[]>();

  /** Records the role that a user has from the position of an event on; null if the event removed the user. */
  set(userId: string, from: number, role: string | null): void {
    this.#history.set(userId, [...(this.#history.get(userId) ?? []), { from, role }]);
  }

  /** Returns the role after the last known event; null for removed and unregistered users. */
  current(userId: string): string | null {
    return this.#history.get(userId)?.at(-1)?.role ?? null;
  }

  /** Returns the role that a user had at the position `after`, and the roles that they got later, up to the position `upTo`. */
  between(userId: string, after: number, upTo: number): ReadonlySet<string | null> {
    const history = this.#history.get(userId) ?? [];
    const before = history.findLast(({ from }) => from <= after)?.role ?? null;
    const later = history.filter(({ from }) => from > after && from <= upTo).map(({ role }) => role);
    return new Set([before, ...later]);
  }
}
