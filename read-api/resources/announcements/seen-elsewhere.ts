import { z } from 'zod';

/** The channel on which `state.see_announcements` says who has seen up to where (see migration 0091). */
export const seenChannel = 'lyceum_seen';

const notice = z.object({ person: z.uuid(), position: z.number().int().nonnegative() });
export type SeenNotice = z.infer<typeof notice>;

/** What a notification says; null for what is none. */
export const seenNoticeOf = (payload: string | null): SeenNotice | null => {
  if (payload === null) return null;
  try {
    return notice.parse(JSON.parse(payload));
  } catch {
    return null;
  }
};

/** Tells those who listen in this process what the database notified. */
export class SeenElsewhere {
  readonly #listeners = new Set<(seen: SeenNotice) => void>();

  /** @returns the way to end it. */
  on(listener: (seen: SeenNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(payload: string | null): void {
    const seen = seenNoticeOf(payload);
    if (seen) for (const listener of this.#listeners) listener(seen);
  }
}
