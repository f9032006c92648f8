import type { DomainEventType } from '#events/catalogue/catalogue.ts';
import { catalogue } from '#events/catalogue/catalogue.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import { actorOf, personAbout, teacherNamed } from '#events/log/person-of-event.ts';
import type { AuditTable } from '#platform/read-tables/audit.ts';
import type { ProjectedTable, Projection } from '../projection/projection.ts';

/** Where an event is found again: by its actor, by the person whom it is about or names, by its type. Pure. */
export const auditRow = (event: RecordedEvent): AuditTable => {
  const actorId = actorOf(event);
  const about = personAbout(event) ?? teacherNamed(event);
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
 * Read model `audit`: a row an event, of whatever type, with ids and no personal data. So nothing has to leave with a
 * person: that somebody removed did something stays known, who they were does not.
 */
export const audit: Projection = {
  model: 'audit',
  tables: [table],
  // Definitions are keyed by the types that there are.
  eventTypes: new Set([...catalogue.keys()] as DomainEventType[]),
  erasing: new Set(),
  apply: (page, tables) => tables.upsert(table, page.map(auditRow)),
};
