/** `npx node tooling/document-events.ts` generates docs/events.md from the catalogue. A test compares the two. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { catalogue } from '#events/catalogue/catalogue.ts';
import type { EventDefinition } from '#events/catalogue/define-event.ts';
import { examples } from '#events/catalogue/examples.ts';
import { personalFieldsOf } from '#events/catalogue/field-marks.ts';
import { streamKind } from '#events/catalogue/stream-id.ts';

type JsonSchema = {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  format?: string;
  items?: JsonSchema;
};

const describeType = (schema: JsonSchema): string => {
  if (schema.anyOf) return schema.anyOf.map(describeType).join(' or ');
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.type === 'array') return `list of ${describeType(schema.items ?? {})}`;
  return schema.format === 'uuid' ? 'UUID' : [schema.type ?? 'any'].flat().join(' or ');
};

const renderFieldRows = (definition: EventDefinition): string[] => {
  const personal = new Set(personalFieldsOf(definition.schema));
  return Object.entries(definition.schema.shape).map(([name, field]) => {
    const schema = z.toJSONSchema(field, { unrepresentable: 'any' }) as JsonSchema;
    const type = `${describeType(schema)}${z.safeParse(field, undefined).success ? ', optional' : ''}`;
    return `| \`${name}\` | ${type} | ${personal.has(name) ? 'personal, encrypted' : ''} |`;
  });
};

const renderSection = (definition: EventDefinition): string => {
  const example = examples[definition.type as keyof typeof examples];
  const rows = renderFieldRows(definition);
  return [
    `### ${definition.type}`,
    '',
    `${definition.summary} Version ${definition.version}.`,
    '',
    ...(rows.length > 0 ? ['| field | type | |', '| --- | --- | --- |', ...rows, ''] : []),
    '```json',
    JSON.stringify(example.event.data, null, 2),
    '```',
    '',
  ].join('\n');
};

/** Returns the content of docs/events.md. */
export const renderEventsPage = (): string => {
  const kinds = Map.groupBy(catalogue.values(), (definition) =>
    streamKind(examples[definition.type as keyof typeof examples].stream),
  );
  const sections = [...kinds].map(([kind, definitions]) =>
    [`## Streams \`${kind}\``, '', ...definitions.map(renderSection)].join('\n'),
  );
  return [
    '# Events',
    '',
    'All event types, generated from the catalogue (`events/catalogue/`) by `npx node tooling/document-events.ts`. Each event also',
    'has its position, its stream and version, its time, the command that caused it, and its actor. Personal fields are',
    'encrypted under the key of their person; readers get `null` once that person has been removed.',
    '',
    ...sections,
  ].join('\n');
};

export const eventsPagePath = join(import.meta.dirname, '..', 'docs', 'events.md');

if (import.meta.main) writeFileSync(eventsPagePath, renderEventsPage());
