import type { z } from 'zod';
import { adminsStream } from '#events/catalogue/streams/admins.ts';
import type { EventDefinition } from '#events/catalogue/define-event.ts';
import { logStream } from '#events/catalogue/streams/log.ts';
import { identifyingFieldsOf, personalFieldsOf } from '#events/catalogue/field-marks.ts';

/** A column of a view: its name and the expression that it is. */
export type Column = { name: string; sql: string };

const snake = (name: string) => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** The name of the view for a kind of event, as `module_completed`. */
export const viewName = (type: string): string => snake(type);

/**
 * The pseudonym of an id, as `events/pseudonyms/` computes it: HMAC-SHA-256 as RFC 2104 writes it out, cut to a UUID of
 * version 8. Spelt out in the view: the user of a view must be allowed to call the functions in it, and whoever may call
 * one for pseudonyms can compute them. A view's tables, the key among them, are read with the rights of its owner.
 */
const pseudonym = (id: string): string => {
  const hash = `substr(sha256(pseudonym_key.outer_pad || sha256(pseudonym_key.inner_pad || uuid_send(${id}))), 1, 16)`;
  const versioned = `set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128)`;
  return `(select encode(${versioned}, 'hex')::uuid from (select ${hash} as hash offset 0) as hashed)`;
};

type Def = {
  type: string;
  format?: string;
  innerType?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  check?: string;
};
const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def;

const isWhole = (schema: z.core.$ZodType) =>
  ((schema._zod.def as { checks?: { _zod: { def: { format?: string } } }[] }).checks ?? []).some(
    ({ _zod }) => _zod.def.format === 'safeint',
  );

/** The fields within an object that are ids of persons: left out, as the object is given whole. */
const idsWithin = (schema: z.core.$ZodType): string[] =>
  Object.entries(defOf(schema).shape ?? {})
    .filter(([name, field]) => formatOf(field) === 'uuid' && name !== 'courseId')
    .map(([name]) => name);

const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType => {
  const { innerType } = defOf(schema);
  return innerType === undefined ? schema : unwrapped(innerType);
};
const formatOf = (schema: z.core.$ZodType) => defOf(unwrapped(schema)).format;

const expression = (name: string, given: z.core.$ZodType): string => {
  const schema = unwrapped(given);
  const [text, json] = [`(data ->> '${name}')`, `(data -> '${name}')`];
  const { type, format } = defOf(schema);
  if (format === 'uuid') return name === 'courseId' ? `${text}::uuid` : pseudonym(`${text}::uuid`);
  if (format === 'datetime') return `${text}::timestamptz`;
  if (format === 'date') return `${text}::date`;
  if (type === 'string' || type === 'enum') return text;
  if (type === 'boolean') return `${text}::boolean`;
  if (type === 'number') return `${text}::${isWhole(schema) ? 'integer' : 'double precision'}`;
  if (type === 'array')
    return `case json_typeof${json} when 'array' then array(select json_array_elements_text${json}) end`;
  if (type === 'record' || type === 'object') {
    const hidden = idsWithin(schema);
    return hidden.length === 0
      ? `${json}::jsonb`
      : `${json}::jsonb - array[${hidden.map((field) => `'${field}'`).join(', ')}]`;
  }
  throw new Error(`A field of the kind ${type} (${name}) has no place in the views of analysts yet.`);
};

const idOfStream = (kind: string) => `substr(stream, ${kind.length + 2})::uuid`;

/** What the stream of the kind is about, as columns. */
const subjectColumns = (streamKind: string): Column[] => {
  if (streamKind === 'user') return [{ name: 'learner', sql: pseudonym(idOfStream('user')) }];
  if (streamKind === 'course') return [{ name: 'course_id', sql: idOfStream('course') }];
  if (streamKind === 'announcement') return [{ name: 'announcement_id', sql: idOfStream('announcement') }];
  if (streamKind === adminsStream || streamKind === logStream) return [];
  return [{ name: 'record', sql: pseudonym(idOfStream(streamKind)) }];
};

const columnName = (field: string) => (field === 'userId' ? 'learner' : snake(field));

/**
 * The columns for a kind of event: where and when, in which role, and its data, a column a field. No personal field, nothing
 * that leads to a person, no id of one; stream and actor stay hidden. What an older version did not have yet is null.
 */
export const columnsOf = ({ schema }: Pick<EventDefinition, 'schema'>, streamKind: string): Column[] => {
  const hidden = new Set([...personalFieldsOf(schema), ...identifyingFieldsOf(schema)]);
  return [
    { name: 'position', sql: 'position' },
    { name: 'recorded_at', sql: 'recorded_at' },
    {
      name: 'role',
      sql: "coalesce(metadata -> 'actor' ->> 'role', case when metadata -> 'actor' ->> 'system' is not null then 'system' end)",
    },
    { name: 'seeded', sql: "coalesce((metadata ->> 'seeded')::boolean, false)" },
    ...subjectColumns(streamKind),
    ...Object.entries(schema.shape)
      .filter(([name]) => !hidden.has(name))
      .map(([name, field]) => ({ name: columnName(name), sql: expression(name, field) })),
  ];
};

/** The statements that make the view anew. */
export const viewSql = (
  definition: Pick<EventDefinition, 'type' | 'schema' | 'summary'>,
  streamKind: string,
): string => {
  const columns = columnsOf(definition, streamKind).map(({ name, sql }) => `    ${sql} as "${name}"`);
  const name = `analysis.${viewName(definition.type)}`;
  return [
    `drop view if exists ${name};`,
    // A barrier: no function of a query's own sees a row before the view has made it.
    `create view ${name} with (security_barrier) as`,
    '  select',
    `${columns.join(',\n')}`,
    '    from log.events cross join log.pseudonym_key',
    `   where type = '${definition.type}';`,
    `comment on view ${name} is '${definition.summary.replaceAll("'", "''")}';`,
    `grant select on ${name} to lyceum_analyst;`,
  ].join('\n');
};
