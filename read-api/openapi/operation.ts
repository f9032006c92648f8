import type { z } from 'zod';
import {
  type Endpoint,
  commandProblems,
  commonProblems,
  signedInProblems,
} from '#contract/endpoints/endpoint.ts';
import { headers } from '#contract/headers.ts';
import { type Permission, policies } from '#contract/policies.ts';
import { type ProblemCode, problemTypes } from '#contract/problems.ts';
import type { DescribedPath } from './paths.ts';
import { type JsonSchema, schemaOf } from './schemas.ts';

const rolesOf = (permission: Permission): string => policies[permission].join(', ');

const needsInWords = ({ parameterPermissions = {} }: Endpoint): string =>
  Object.entries(parameterPermissions)
    .map(([name, permission]) => ` With \`${name}\` for: ${rolesOf(permission)}.`)
    .join('');

const whoMayMake = (call: Endpoint): string => {
  if (call.access === 'anyone')
    return call.dependsOnReader
      ? 'Anybody may call it; who signs in is answered as themselves.'
      : 'Anybody may call it.';
  if (call.access === 'signed-in') return 'For whoever is signed in.';
  if (call.access === 'registered') return 'For whoever is registered.';
  if (call.access === 'self') return 'For oneself; an Admin may read in anybody’s place.';
  return `For: ${rolesOf(call.access)}.`;
};
const whoMay = (call: Endpoint): string => whoMayMake(call) + needsInWords(call);

const problemCodes = (call: Endpoint): ProblemCode[] => [
  ...new Set<ProblemCode>([
    ...commonProblems,
    ...(call.access === 'anyone' && !call.parameterPermissions ? [] : signedInProblems),
    ...(call.dependsOnReader ? (['token-invalid'] as const) : []),
    ...(call.method === 'GET' ? [] : commandProblems),
    ...call.problems,
  ]),
];

const securityOf = (call: Endpoint): JsonSchema[] => {
  if (call.access !== 'anyone') return [{ firebase: [] }];
  return call.dependsOnReader || call.parameterPermissions ? [{}, { firebase: [] }] : [];
};

const problemAnswers = (call: Endpoint): JsonSchema => {
  const byStatus = Map.groupBy(problemCodes(call), (code) => problemTypes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `${problemTypes[code].title} (\`${code}\`)`).join('; '),
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
export const operationOf = (name: string, call: Endpoint, { names }: DescribedPath): JsonSchema => {
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
        : call.isStateOnly
          ? []
          : [header(headers.idempotencyKey)]),
    ],
    ...(call.body
      ? {
          requestBody: {
            required: call.isBodyOptional !== true,
            content: { 'application/json': { schema: schemaOf(call.body, 'sent') } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done.',
        headers: {
          ...(isQuery || !call.isStateOnly
            ? { ...answerHeader(headers.logPosition), ...answerHeader(headers.logId) }
            : {}),
          ...(isQuery ? answerHeader(headers.logStale) : {}),
          ...(call.query && 'cursor' in call.query.shape ? answerHeader(headers.nextCursor) : {}),
        },
        content: call.file
          ? { [call.file]: {} }
          : {
              [call.isNdjson ? 'application/x-ndjson' : 'application/json']: {
                schema: schemaOf(call.answer, 'answered'),
              },
            },
      },
      ...(isQuery && !call.isStateOnly && !call.changesWithTime
        ? { 304: { description: 'As it was: the entity tag in If-None-Match still fits.' } }
        : {}),
      ...problemAnswers(call),
    },
  };
};
