import { ProblemError } from '#platform/problems.ts';
import type { LiveTail } from '../live-tail.ts';
import type { Audience } from '../rooms.ts';
import { currentAudience, type ResolvedAudience } from './resolve-audience.ts';

const maxAttempts = 5;

export type AudienceResolver = {
  /** Resolves the audience of a token. Returns that of a visitor if the token is invalid. */
  resolveOrVisitor(token: string | null): Promise<ResolvedAudience>;
  /**
   * Calls `work` with the audience as of the tail's position, in the same turn of the event loop in which that position
   * was read.
   * @throws the errors of `resolveAudience`, and Error if live updates arrive faster than the audience can be resolved.
   */
  withCurrent<T>(
    resolved: ResolvedAudience,
    token: string | null,
    work: (audience: Audience) => T,
  ): Promise<T>;
};

export const createAudienceResolver = ({
  resolveAudience,
  tail,
}: {
  resolveAudience: (token: string | null) => Promise<ResolvedAudience>;
  tail: Pick<LiveTail, 'recentUpdates'>;
}): AudienceResolver => ({
  async resolveOrVisitor(token) {
    try {
      return await resolveAudience(token);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'token-invalid') return resolveAudience(null);
      throw error;
    }
  },
  async withCurrent(resolved, token, work) {
    let latest = resolved;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const audience = currentAudience(latest, tail.recentUpdates);
      if (audience !== undefined) return work(audience);
      latest = await resolveAudience(token);
    }
    throw new Error('Live updates arrive faster than the role of a user can be resolved.');
  },
});
