import { videosPerCourse } from '#contract/schemas/videos.ts';
import type { SeededRandom } from '#platform/seeded-random.ts';
import type { JsonSchema } from './operations.ts';

/** The source of values: the random choices of the run, and the known records. */
export type ValueSource = {
  random: SeededRandom;
  schemas: Readonly<Record<string, JsonSchema>>;
  /** Returns an id for a field or parameter of this name. */
  id(name: string): string;
  email(): string;
  certificateNumber(): string;
};

/** Texts that often break programs, for example control and direction characters, unpaired surrogates, injections, formulas, long texts. */
const hostileTexts: readonly string[] = [
  '',
  ' \t\n',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202egnp.exe',
  '\u2066\u200b\ufeff',
  'e\u0301'.repeat(50),
  'Z\u0351\u036b\u0343'.repeat(200),
  '👩‍👩‍👧‍👦'.repeat(30),
  'مرحبا',
  "' or '1'='1' --",
  '"; drop table log.events; --',
  '{{7*7}}<%= 7*7 %>#{7*7}',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '//evil.example/x.png',
  '/\\evil.example',
  'data:text/html,<script>1</script>',
  'http://[::1',
  'http://169.254.169.254/latest/meta-data',
  '=cmd|"/C calc"!A0',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '%00%0a%0d',
  'a\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '0x10',
  '1e309',
  '９',
  '-0',
  '9007199254740993',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'x'.repeat(321),
  'ß'.repeat(5_001),
  'y'.repeat(20_001),
  'z'.repeat(90_000),
];

const nest = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Values of unexpected types, and values at the limits of their types. */
const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  5e-324,
  [],
  {},
  [[[]]],
  Array(3_000).fill(0),
  Array(6).fill('/a.webm'),
  { toString: 'x', length: 1 },
  { $ne: null },
  { length: -1, valueOf: null },
  nest(15),
  nest(40),
];

export const hostileText = (random: SeededRandom): string => random.pick(hostileTexts);
const hostileValue = (random: SeededRandom): unknown =>
  random.chance(0.6) ? hostileText(random) : random.pick(hostileValues);

const plainTexts = ['Optics', 'How it works.', '1 year', '5', 'কোর্স', 'Ada Lovelace', 'a'];
const timeZones = ['UTC', 'Asia/Dhaka', 'America/St_Johns'];

/** Creates texts for fields whose rules are stricter than their schema, by the name of the field. */
const textByName: Readonly<Record<string, (source: ValueSource) => string>> = {
  imageUrl: ({ random }) => random.pick(['/mark.svg', 'https://school.example/a.png']),
  timeZone: ({ random }) => random.pick(timeZones),
  number: (source) => source.certificateNumber(),
  record: (source) => `course-${source.id('courseId')}`,
  cursor: ({ random }) => `${random.integerBelow(100)}`,
};

const createText = (name: string, source: ValueSource, schema: JsonSchema): string => {
  const { random } = source;
  if (schema.format === 'uuid') return source.id(name);
  if (schema.format === 'email' || /email$/i.test(name)) return source.email();
  if (schema.format === 'date') return random.pick(['2026-11-22', '2026-01-01', '2025-02-28']);
  if (schema.format === 'date-time')
    return random.pick(['2026-11-22T10:00:00Z', '2020-01-01T00:00:00+06:00']);
  const byName = textByName[name];
  if (byName) return byName(source);
  if (typeof schema.pattern === 'string' && schema.pattern.startsWith('^\\d'))
    return `${random.integerBelow(500)}`;
  return random.pick(plainTexts);
};

const createNumber = ({ random }: ValueSource, { minimum, maximum }: JsonSchema): number => {
  const least = Math.max(typeof minimum === 'number' ? minimum : 0, 0);
  const most = Math.min(typeof maximum === 'number' ? maximum : 100, least + 12);
  return least + random.integerBelow(most - least + 1);
};

const createList = (name: string, source: ValueSource, schema: JsonSchema): unknown[] =>
  Array.from({ length: name === 'videos' ? videosPerCourse : source.random.integerBelow(4) }, () =>
    name === 'videos' ? '/clips/a.webm' : createValue(name, source, schema.items as JsonSchema),
  );

const createObject = (source: ValueSource, schema: JsonSchema): Record<string, unknown> => {
  const required = (schema.required ?? []) as readonly string[];
  const entries = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
    .filter(([name]) => required.includes(name) || source.random.chance(0.6))
    .map(([name, property]) => [name, createValue(name, source, property)] as const);
  // Objects whose keys are free contain the answers or marks of a quiz, by the question's id.
  const extra = schema.additionalProperties as JsonSchema | undefined;
  const answers =
    typeof extra === 'object' && Object.keys(extra).length > 0
      ? Array.from({ length: source.random.integerBelow(6) }, () => [
          source.id('questionId'),
          createValue('', source, extra),
        ])
      : [];
  return Object.fromEntries([...entries, ...answers]);
};

/** Returns a value of the schema's type, from its enum or constant if it has one. It may break other rules of the schema, or of the product. */
export const createValue = (name: string, source: ValueSource, schema: JsonSchema): unknown => {
  const { random } = source;
  if (typeof schema.$ref === 'string')
    return createValue(name, source, source.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return random.pick(schema.enum as unknown[]);
  if (Array.isArray(schema.anyOf))
    return createValue(name, source, random.pick(schema.anyOf as JsonSchema[]));
  if (schema.type === 'string') return createText(name, source, schema);
  if (schema.type === 'number' || schema.type === 'integer') return createNumber(source, schema);
  if (schema.type === 'array') return createList(name, source, schema);
  if (schema.type === 'object') return createObject(source, schema);
  return null;
};

/** Fields that are added to bodies. Most endpoints must not accept them. */
const additionalFields = ['__proto__', 'constructor', '_id', 'userId', 'userType', 'role', 'actor', 'by'];

/** Returns a copy of a body with spoiled fields (wrong types, hostile texts, missing and additional fields), or a hostile value instead. */
export const spoil = (random: SeededRandom, body: unknown): unknown => {
  if (random.chance(0.1)) return hostileValue(random);
  const fields = Object.entries(body as Record<string, unknown>).filter(() => !random.chance(0.1));
  const spoiled = fields.map(([name, value]) => [name, random.chance(0.4) ? hostileValue(random) : value]);
  if (random.chance(0.4)) spoiled.push([random.pick(additionalFields), hostileValue(random)]);
  return Object.fromEntries(spoiled);
};
