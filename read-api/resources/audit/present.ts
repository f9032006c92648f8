import type { AuditEntry } from '#contract/audit.ts';
import { adminsStream } from '#events/catalogue/admins.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { personAbout } from '#events/log/person-of-event.ts';
import { changesOf } from './changes.ts';
import { consequencesOf } from './consequences.ts';
import type { Surroundings } from './surroundings.ts';
import { undoOf } from './undo.ts';
import { didWords, sentence, whoWords } from './words.ts';

const actorOf = (event: RecordedEvent, { people }: Surroundings): AuditEntry['actor'] => {
  const { actor } = event.metadata;
  if (actor === null || !('id' in actor)) return null;
  return { _id: actor.id, name: people.get(actor.id) ?? null, userType: actor.role };
};

const aboutOf = (event: RecordedEvent, { people }: Surroundings): AuditEntry['about'] => {
  const id = personAbout(event);
  const { actor } = event.metadata;
  if (id === null || (actor !== null && 'id' in actor && actor.id === id)) return null;
  return { _id: id, name: people.get(id) ?? null };
};

/** The only way from an event to an entry of the history. */
export const presentEntry = (event: RecordedEvent, around: Surroundings): AuditEntry => {
  const act = around.acts.get(event.commandId) ?? [event];
  // Who is an Admin follows from roles and removals, whichever was written first.
  const cause = act.find(({ stream }) => stream !== adminsStream) ?? event;
  const other = (one: RecordedEvent) => ({ position: one.position, text: sentence(one, around) });
  const isCause = cause.position === event.position;
  return {
    position: event.position,
    at: event.recordedAt.toISOString(),
    type: event.type,
    actor: actorOf(event, around),
    who: whoWords(event, around),
    did: didWords(event, around),
    about: aboutOf(event, around),
    record: event.stream,
    version: event.version,
    requestId: event.metadata.correlationId,
    changes: changesOf(event, around),
    broughtAbout: isCause ? act.filter(({ position }) => position !== cause.position).map(other) : [],
    because: isCause ? null : other(cause),
    consequences: consequencesOf(event, around),
    undo: undoOf(event, around),
  };
};
