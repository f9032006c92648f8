import { z } from 'zod';

/** The channel on which `state.keep_presence` says in which courses somebody came or went (see migration 0100). */
export const presenceChannel = 'lyceum_presence';

const courses = z.array(z.uuid());

/** The courses that a notification names; 'any' for one that names none, as when the line was lost for a while. */
export const coursesChanged = (payload: string | null): readonly string[] | 'any' => {
  if (!payload) return 'any';
  try {
    return courses.parse(JSON.parse(payload));
  } catch {
    return 'any';
  }
};

/** Tells those who listen in this process that people came or went, here or at another node. */
export class PresenceElsewhere {
  readonly #listeners = new Set<(courses: readonly string[] | 'any') => void>();

  /** @returns the way to end it. */
  on(listener: (courses: readonly string[] | 'any') => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(payload: string | null): void {
    for (const listener of this.#listeners) listener(coursesChanged(payload));
  }
}
