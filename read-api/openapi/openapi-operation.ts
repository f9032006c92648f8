import type { z } from 'zod/mini';
import {
  commandProblems,
  commonProblems,
  type Endpoint,
  signedInProblems,
} from '#contract/endpoints/endpoint.ts';
import { headers } from '#contract/headers.ts';
import { type Permission, policies } from '#contract/policies.ts';
import { type ProblemCode, problemTypes } from '#contract/problems.ts';
import { type JsonSchema, toJsonSchema } from './json-schemas.ts';
import type { OpenApiPath } from './openapi-paths.ts';

/** Creates the OpenAPI operation of an endpoint. */
export const createOperation = (
  operationId: string,
  endpoint: Endpoint,
  { parameterNames }: OpenApiPath,
): JsonSchema => {
  const isQuery = endpoint.method === 'GET';
  return {
    operationId,
    summary: endpoint.summary,
    description: describeAccess(endpoint),
    tags: [endpoint.group],
    security: describeSecurity(endpoint),
    parameters: [
      ...describeParameters(endpoint.params, 'path', (name) => parameterNames.get(name) ?? name),
      ...describeParameters(endpoint.query, 'query', (name) => name),
      ...listRequestHeaders(endpoint),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: endpoint.isBodyOptional !== true,
            content: { 'application/json': { schema: toJsonSchema(endpoint.body, 'request') } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Success.',
        headers: {
          ...(isQuery || !endpoint.isStateOnly
            ? { ...answerHeader(headers.logPosition), ...answerHeader(headers.logId) }
            : {}),
          ...(isQuery ? answerHeader(headers.logStale) : {}),
          ...(endpoint.query && 'cursor' in endpoint.query.shape ? answerHeader(headers.nextCursor) : {}),
        },
        content: endpoint.file
          ? { [endpoint.file]: {} }
          : {
              [endpoint.isNdjson ? 'application/x-ndjson' : 'application/json']: {
                schema: toJsonSchema(endpoint.answer, 'answer'),
              },
            },
      },
      ...(isQuery && !endpoint.isStateOnly && !endpoint.changesWithTime
        ? { 304: { description: 'Not modified: the entity tag in If-None-Match is still valid.' } }
        : {}),
      ...describeProblems(endpoint),
    },
  };
};

const listRequestHeaders = ({ method, isStateOnly }: Endpoint): JsonSchema[] => {
  if (method === 'GET') return [requestHeader(headers.awaitLogPosition), requestHeader(headers.logId)];
  return isStateOnly ? [] : [requestHeader(headers.idempotencyKey)];
};

const describeAccess = (endpoint: Endpoint): string => {
  const { parameterPermissions = {} } = endpoint;
  const parameters = Object.entries(parameterPermissions).map(
    ([name, permission]) => ` With \`${name}\`: ${listRoles(permission)}.`,
  );
  const signInAge = endpoint.needsRecentSignIn ? ' Needs a sign-in within the last five minutes.' : '';
  return describeEndpointAccess(endpoint) + parameters.join('') + signInAge;
};

const describeEndpointAccess = ({ access, dependsOnReader }: Endpoint): string => {
  if (access === 'anyone')
    return dependsOnReader
      ? 'For everybody. The answer depends on the signed-in user, if there is one.'
      : 'For everybody.';
  if (access === 'signed-in') return 'For signed-in users, registered or not.';
  if (access === 'registered') return 'For registered users.';
  if (access === 'self') return 'For the user’s own data. Admins may read the data of any user.';
  return `For: ${listRoles(access)}.`;
};

const listRoles = (permission: Permission): string => policies[permission].join(', ');

const describeSecurity = ({ access, dependsOnReader, parameterPermissions }: Endpoint): JsonSchema[] => {
  if (access !== 'anyone') return [{ firebase: [] }];
  return dependsOnReader || parameterPermissions ? [{}, { firebase: [] }] : [];
};

const listProblemCodes = (endpoint: Endpoint): ProblemCode[] => [
  ...new Set<ProblemCode>([
    ...commonProblems,
    ...(endpoint.access === 'anyone' && !endpoint.parameterPermissions ? [] : signedInProblems),
    ...(endpoint.dependsOnReader ? (['token-invalid'] as const) : []),
    ...(endpoint.needsRecentSignIn ? (['sign-in-too-old'] as const) : []),
    ...(endpoint.method === 'GET' ? [] : commandProblems),
    ...endpoint.problems,
  ]),
];

const describeProblems = (endpoint: Endpoint): JsonSchema => {
  const byStatus = Map.groupBy(listProblemCodes(endpoint), (code) => problemTypes[code].status);
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

const describeParameters = (
  schema: z.ZodMiniObject | null,
  location: 'path' | 'query',
  describedName: (name: string) => string,
): JsonSchema[] => {
  if (schema === null) return [];
  const { properties, required } = toJsonSchema(schema, 'request') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name: describedName(name),
    in: location,
    required: location === 'path' || (required ?? []).includes(name),
    schema: property,
  }));
};

const requestHeader = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const answerHeader = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });
