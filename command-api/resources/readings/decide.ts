import { type UpdateAnswer, updated } from '#contract/schemas/command-results.ts';
import type { NewReading } from '#contract/schemas/readings.ts';
import type { ReadingEvent } from '#events/catalogue/streams/reading.ts';
import type { ReadingState } from '../../aggregates/reading.ts';
import type { UserState } from '../../aggregates/user.ts';
import type { Actor } from '../../authorization.ts';
import type { StreamDecision } from '../../command-handler/decision.ts';

/**
 * Records that an Admin is about to read personal data. Writes nothing if the same reading was recorded in this hour, if the data is
 * the Admin's own, or if the user is unknown.
 * @param states.reading the reading of this Admin, category, user and hour.
 * @param states.user the user whose data is read; null for the data of many users at once.
 */
export const recordReading = (
  { actor, body: { what, userId } }: { actor: Actor; body: NewReading },
  { reading, user }: { reading: ReadingState; user: UserState | null },
): StreamDecision<ReadingEvent, UpdateAnswer> => {
  if (user?.status === 'unknown') return { events: [], answer: updated(0, 0) };
  if (reading.isRecorded || userId === actor.id) return { events: [], answer: updated(1, 0) };
  return { events: [{ type: 'PersonalDataRead', data: { what, userId } }], answer: updated(1, 1) };
};
