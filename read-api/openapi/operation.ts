import type { z } from 'zod';
import {
  type Call,
  problemsOfCommands,
  problemsOfEveryCall,
  problemsOfSignedIn,
} from '#contract/calls/call.ts';
import { headers } from '#contract/headers.ts';
import { type Permission, policies } from '#contract/policies.ts';
import { type ProblemCode, problemKinds } from '#contract/problem.ts';
import type { DescribedPath } from './paths.ts';
import { type JsonSchema, schemaOf } from './schemas.ts';

const rolesOf = (permission: Permission): string => policies[permission].join(', ');

const needsInWords = ({ parameterNeeds = {} }: Call): string =>
  Object.entries(parameterNeeds)
    .map(([name, permission]) => ` With \`${name}\` for: ${rolesOf(permission)}.`)
    .join('');

const whoMayMake = (call: Call): string => {
  if (call.who === 'anyone')
    return call.knowsReader
      ? 'Anybody may call it; who signs in is answered as themselves.'
      : 'Anybody may call it.';
  if (call.who === 'signed-in') return 'For whoever is signed in.';
  if (call.who === 'registered') return 'For whoever is registered.';
  if (call.who === 'self') return 'For oneself; an Admin may read in anybody’s place.';
  return `For: ${rolesOf(call.who)}.`;
};
const whoMay = (call: Call): string => whoMayMake(call) + needsInWords(call);

const problemCodes = (call: Call): ProblemCode[] => [
  ...new Set<ProblemCode>([
    ...problemsOfEveryCall,
    ...(call.who === 'anyone' && !call.parameterNeeds ? [] : problemsOfSignedIn),
    ...(call.knowsReader ? (['token-invalid'] as const) : []),
    ...(call.method === 'GET' ? [] : problemsOfCommands),
    ...call.problems,
  ]),
];

const securityOf = (call: Call): JsonSchema[] => {
  if (call.who !== 'anyone') return [{ firebase: [] }];
  return call.knowsReader || call.parameterNeeds ? [{}, { firebase: [] }] : [];
};

const problemAnswers = (call: Call): JsonSchema => {
  const byStatus = Map.groupBy(problemCodes(call), (code) => problemKinds[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `${problemKinds[code].title} (\`${code}\`)`).join('; '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
};

const parametersOf = (
  schema: z.ZodObject | null,
  place: 'path' | 'query',
  nameOf: (name: string) => string,
): JsonSchema[] => {
  if (schema === null) return [];
  const written = schemaOf(schema, 'sent') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(written.properties ?? {}).map(([name, property]) => ({
    name: nameOf(name),
    in: place,
    required: place === 'path' || (written.required ?? []).includes(name),
    schema: property,
  }));
};

const header = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const answerHeader = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });

/** One call as an OpenAPI operation. */
export const operationOf = (name: string, call: Call, { names }: DescribedPath): JsonSchema => {
  const isQuery = call.method === 'GET';
  return {
    operationId: name,
    summary: call.summary,
    description: whoMay(call),
    tags: [call.group],
    security: securityOf(call),
    parameters: [
      ...parametersOf(call.params, 'path', (own) => names.get(own) ?? own),
      ...parametersOf(call.query, 'query', (own) => own),
      ...(isQuery
        ? [header(headers.awaitLogPosition), header(headers.logId)]
        : call.state
          ? []
          : [header(headers.idempotencyKey)]),
    ],
    ...(call.body
      ? {
          requestBody: {
            required: call.bodyOptional !== true,
            content: { 'application/json': { schema: schemaOf(call.body, 'sent') } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done.',
        headers: {
          ...(isQuery || !call.state
            ? { ...answerHeader(headers.logPosition), ...answerHeader(headers.logId) }
            : {}),
          ...(isQuery ? answerHeader(headers.logStale) : {}),
          ...(call.query && 'cursor' in call.query.shape ? answerHeader(headers.nextCursor) : {}),
        },
        content: call.file
          ? { [call.file]: {} }
          : {
              [call.lines ? 'application/x-ndjson' : 'application/json']: {
                schema: schemaOf(call.answer, 'answered'),
              },
            },
      },
      ...(isQuery && !call.state && !call.timely
        ? { 304: { description: 'As it was: the entity tag in If-None-Match still fits.' } }
        : {}),
      ...problemAnswers(call),
    },
  };
};
