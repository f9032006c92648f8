import type { DomainEventType } from '#events/catalogue/catalogue.ts';
import { catalogue } from '#events/catalogue/catalogue.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { actorOf, findDescribedPerson, findNamedTeacher } from '#events/log/person-of-event.ts';
import type { AuditTable } from '#platform/read-tables/audit.ts';
import type { ProjectedTable, Projection } from '../projection/projection.ts';

/** Returns the row of an event: its type, its actor, and the user whom it describes or names, unless that is the actor. */
export const auditRow = (event: RecordedEvent): AuditTable => {
  const actorId = actorOf(event);
  const about = findDescribedPerson(event) ?? findNamedTeacher(event);
  return {
    position: event.position,
    type: event.type,
    actor_id: actorId,
    about_id: about === actorId ? null : about,
  };
};

const columns: Record<keyof AuditTable, true> = {
  position: true,
  type: true,
  actor_id: true,
  about_id: true,
};
const table: ProjectedTable = { name: 'audit', key: 'position', columns: Object.keys(columns) };

/**
 * Read model `audit`: one row per event of any type, with ids and no personal data. Rows of removed users stay: their ids no
 * longer lead to a name.
 */
export const audit: Projection = {
  model: 'audit',
  tables: [table],
  eventTypes: new Set([...catalogue.keys()] as DomainEventType[]),
  erasingEventTypes: new Set(),
  apply: (page, tables) => tables.upsert(table, page.map(auditRow)),
};
