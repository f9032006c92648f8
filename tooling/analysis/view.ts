import type { z } from 'zod';
import type { EventDefinition } from '#events/catalogue/define-event.ts';
import { identifyingFieldsOf, personalFieldsOf } from '#events/catalogue/field-marks.ts';
import { adminsStream } from '#events/catalogue/streams/admins.ts';
import { logStream } from '#events/catalogue/streams/log.ts';

/** A column of a view and its SQL expression. */
export type Column = { name: string; sql: string };

const toSnakeCase = (name: string) => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** Returns the view name of an event type, such as `module_completed`. */
export const viewName = (type: string): string => toSnakeCase(type);

/**
 * Returns SQL for the pseudonym of an id, as `events/pseudonyms/` computes it: HMAC-SHA-256 (RFC 2104), truncated to a UUID of
 * version 8. It is not a database function, because users of a view must be allowed to call the functions in it, and analysts could then
 * compute any pseudonym. The tables in a view are read with the rights of its owner, so analysts need no right to read the key. `offset 0` keeps
 * PostgreSQL from computing the hash again wherever it is used.
 */
const pseudonymSql = (id: string): string => {
  const hash = `substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(${id}))), 1, 16)`;
  const versioned = `set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128)`;
  return `(select encode(${versioned}, 'hex')::uuid from (select ${hash} as hash offset 0) as hashed)`;
};

/** The parts of a schema's definition (Zod's `def`) that decide how a field becomes SQL. */
type SchemaDefinition = {
  type: string;
  format?: string;
  innerType?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  checks?: { _zod: { def: { format?: string } } }[];
};
const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as SchemaDefinition;

const isInteger = (schema: z.core.$ZodType) =>
  (definitionOf(schema).checks ?? []).some(({ _zod }) => _zod.def.format === 'safeint');

/** Returns the names of the fields of an object that hold ids, except the id of the course. These ids may identify a person. */
const findPersonIdFields = (schema: z.core.$ZodType): string[] =>
  Object.entries(definitionOf(schema).shape ?? {})
    .filter(([name, field]) => formatOf(field) === 'uuid' && name !== 'courseId')
    .map(([name]) => name);

/** Returns the schema inside wrappers such as `optional` and `nullable`. */
const unwrap = (schema: z.core.$ZodType): z.core.$ZodType => {
  const { innerType } = definitionOf(schema);
  return innerType === undefined ? schema : unwrap(innerType);
};
const formatOf = (schema: z.core.$ZodType) => definitionOf(unwrap(schema)).format;

/** Returns SQL for the beginning of the hour of a time (UTC). An exact time may identify a person, because public answers show some exact times. */
const hourSql = (time: string) => `date_trunc('hour', ${time}, 'UTC')`;

/** Returns SQL for a field of the event's data. Ids become pseudonyms, except the id of the course. Times become hours. Ids inside an object are left out. */
const fieldSql = (name: string, field: z.core.$ZodType): string => {
  const schema = unwrap(field);
  const [text, json] = [`(data ->> '${name}')`, `(data -> '${name}')`];
  const { type, format } = definitionOf(schema);
  if (format === 'uuid') return name === 'courseId' ? `${text}::uuid` : pseudonymSql(`${text}::uuid`);
  if (format === 'datetime') return hourSql(`${text}::timestamptz`);
  if (format === 'date') return `${text}::date`;
  if (type === 'string' || type === 'enum') return text;
  if (type === 'boolean') return `${text}::boolean`;
  if (type === 'number') return `${text}::${isInteger(schema) ? 'integer' : 'double precision'}`;
  if (type === 'array')
    return `case json_typeof${json} when 'array' then array(select json_array_elements_text${json}) end`;
  if (type === 'record' || type === 'object') {
    const hidden = findPersonIdFields(schema);
    return hidden.length === 0
      ? `${json}::jsonb`
      : `${json}::jsonb - array[${hidden.map((id) => `'${id}'`).join(', ')}]`;
  }
  throw new Error(`The analysts' views do not support fields of type ${type} yet (${name}).`);
};

/** Returns SQL for the id in the name of a stream, `kind-id`. */
const streamIdSql = (kind: string) => `substr(stream, ${kind.length + 2})::uuid`;

/** Returns the column with the id or pseudonym of a stream, if it has one. */
const streamColumns = (streamKind: string): Column[] => {
  if (streamKind === 'user') return [{ name: 'learner', sql: pseudonymSql(streamIdSql('user')) }];
  if (streamKind === 'course') return [{ name: 'course_id', sql: streamIdSql('course') }];
  if (streamKind === 'announcement') return [{ name: 'announcement_id', sql: streamIdSql('announcement') }];
  if (streamKind === adminsStream || streamKind === logStream) return [];
  return [{ name: 'record', sql: pseudonymSql(streamIdSql(streamKind)) }];
};

const toColumnName = (field: string) => (field === 'userId' ? 'learner' : toSnakeCase(field));

/** Returns the names of the fields whose ids analysts must not see in a public act: all ids except that of the course. Empty for other events. */
const idsOfPublicAct = (schema: z.core.$ZodType, isPublicAct: boolean): string[] =>
  isPublicAct ? findPersonIdFields(schema) : [];

/**
 * Returns the columns of the view of an event type: ordinal, hour, role, whether the event belongs to the demo school, stream, and a
 * column for each field of the event's data. Personal and identifying fields are left out, and so are all pseudonyms of a public act.
 * Fields that older versions lack are null. Positions are left out because public answers show them
 * (docs/decisions/0022-analysts-see-hours.md).
 */
export const columnsOf = (
  { schema, isPublicAct }: Pick<EventDefinition, 'schema' | 'isPublicAct'>,
  streamKind: string,
): Column[] => {
  const hidden = new Set([
    ...personalFieldsOf(schema),
    ...identifyingFieldsOf(schema),
    ...idsOfPublicAct(schema, isPublicAct),
  ]);
  return [
    { name: 'ordinal', sql: 'row_number() over (order by position)' },
    { name: 'recorded_at', sql: hourSql('recorded_at') },
    {
      name: 'role',
      sql: "coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end)",
    },
    { name: 'seeded', sql: "coalesce((metadata ->> 'seeded')::boolean, false)" },
    ...(isPublicAct ? [] : streamColumns(streamKind)),
    ...Object.entries(schema.shape)
      .filter(([name]) => !hidden.has(name))
      .map(([name, field]) => ({ name: toColumnName(name), sql: fieldSql(name, field) })),
  ];
};

/** Returns the statements that recreate the view. */
export const viewSql = (
  definition: Pick<EventDefinition, 'type' | 'schema' | 'summary' | 'isPublicAct'>,
  streamKind: string,
): string => {
  const columns = columnsOf(definition, streamKind).map(({ name, sql }) => `    ${sql} as "${name}"`);
  const name = `analysis.${viewName(definition.type)}`;
  return [
    `drop view if exists ${name};`,
    // With a security barrier, functions in a query cannot see rows that the view leaves out.
    `create view ${name} with (security_barrier) as`,
    '  select',
    `${columns.join(',\n')}`,
    '    from log.events cross join log.pseudonym_key',
    // An event appears only when its hour is over. Otherwise, the moment at which it appears would tell its exact time.
    `   where type = '${definition.type}' and recorded_at < date_trunc('hour', now(), 'UTC');`,
    `comment on view ${name} is '${definition.summary.replaceAll("'", "''")}';`,
    `grant select on ${name} to lyceum_analyst;`,
  ].join('\n');
};
