import type { StoredEvent } from '../proof/encoding.ts';
import type { VerificationFailure } from './verification-failure.ts';

/** Consecutive events. */
export type Page = readonly StoredEvent[];

/**
 * Checks versions within the page. Also returns the events whose predecessor is elsewhere, and the last version of each stream in
 * the page.
 */
export const checkVersions = (events: Page) => {
  const versions = new Map<string, number>();
  const withPredecessorElsewhere: StoredEvent[] = [];
  for (const event of events) {
    const previous = versions.get(event.stream);
    if (previous === undefined ? event.version < 1 : event.version !== previous + 1)
      return { failure: createVersionFailure(event), withPredecessorElsewhere, versions };
    if (previous === undefined && event.version > 1) withPredecessorElsewhere.push(event);
    versions.set(event.stream, event.version);
  }
  return { failure: null, withPredecessorElsewhere, versions };
};

/** Creates the failure of an event whose predecessor in its stream is missing. */
export const createVersionFailure = ({ position, stream, version }: StoredEvent): VerificationFailure => ({
  position,
  kind: 'version',
  detail: `Version ${version} of ${stream} does not follow version ${version - 1}.`,
});
