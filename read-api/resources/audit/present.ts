import type { AuditEntry } from '#contract/schemas/audit.ts';
import { adminsStream } from '#events/catalogue/streams/admins.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { actorOf, findDescribedPerson } from '#events/log/person-of-event.ts';
import { describeChanges } from './describe-changes.ts';
import { describeConsequences } from './describe-consequences.ts';
import { describeAction, describeActor, describeEvent } from './describe-event.ts';
import { type EventContext, isOfRemovalList } from './event-context.ts';
import { findUndo } from './find-undo.ts';

const presentActor = (event: RecordedEvent, { userNames }: EventContext): AuditEntry['actor'] => {
  const { actor } = event.metadata;
  if (actor === null || !('id' in actor)) return null;
  return { _id: actor.id, name: userNames.get(actor.id) ?? null, userType: actor.role };
};

const presentAffectedUser = (event: RecordedEvent, { userNames }: EventContext): AuditEntry['about'] => {
  const id = findDescribedPerson(event);
  if (id === null || id === actorOf(event)) return null;
  return { _id: id, name: userNames.get(id) ?? null };
};

/**
 * Returns the given event, and the events of its command that are related to it. After the restore of an older backup, one command
 * of the removal list removes many users (`log.repeat_removals`). In that command, only events about the same user are related.
 */
const findRelatedEvents = (event: RecordedEvent, context: EventContext): readonly RecordedEvent[] => {
  const sameCommand = context.eventsByCommand.get(event.commandId) ?? [event];
  if (!isOfRemovalList(event)) return sameCommand;
  const person = findDescribedPerson(event);
  return sameCommand.filter((other) => findDescribedPerson(other) === person);
};

/** Converts an event to an entry of the history. */
export const presentEntry = (event: RecordedEvent, context: EventContext): AuditEntry => {
  const relatedEvents = findRelatedEvents(event, context);
  // The list of Admins changes only because of a registration, a role change or a removal, so its event is never the cause.
  const cause = relatedEvents.find(({ stream }) => stream !== adminsStream) ?? event;
  const isCause = cause.position === event.position;
  const presentRelated = (related: RecordedEvent) => ({
    position: related.position,
    text: describeEvent(related, context),
  });
  return {
    position: event.position,
    at: event.recordedAt.toISOString(),
    type: event.type,
    actor: presentActor(event, context),
    who: describeActor(event, context),
    did: describeAction(event, context),
    about: presentAffectedUser(event, context),
    record: event.stream,
    version: event.version,
    requestId: event.metadata.correlationId,
    changes: describeChanges(event, context),
    broughtAbout: isCause
      ? relatedEvents.filter(({ position }) => position !== cause.position).map(presentRelated)
      : [],
    because: isCause ? null : presentRelated(cause),
    consequences: describeConsequences(event, context),
    undo: findUndo(event, context),
  };
};
