import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { headers } from '#contract/headers.ts';
import { type JsonSchema, namedSchemas } from './json-schemas.ts';
import { createOperation } from './openapi-operation.ts';
import { mergePaths } from './openapi-paths.ts';

const introduction = `Most commands (POST, PUT, PATCH, DELETE) append to a log and return the position that they reached. Queries (GET) read from read models that follow the log.

A query waits at most 250 ms until its read models contain everything that was committed when it arrived and concerns them, or at most 2 s until they contain everything up to the position in \`Await-Log-Position\`. If they do not get there in time, the answer has the header \`Log-Stale: true\`.

Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`.`;

const position = { type: 'integer', minimum: 0 };
const uuid = { type: 'string', format: 'uuid' };

/**
 * Creates the OpenAPI 3.1 description of the endpoints, from the same schemas that validate requests.
 * @param endpoints by their operation id.
 */
export const createOpenApiDocument = (endpoints: Record<string, Endpoint>, version: string): JsonSchema => {
  const endpointList = Object.values(endpoints);
  const mergedPaths = mergePaths(endpointList);
  const paths: Record<string, JsonSchema> = {};
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    const merged = mergedPaths.get(endpoint);
    if (!merged) continue;
    const operations = paths[merged.path] ?? {};
    operations[endpoint.method.toLowerCase()] = createOperation(operationId, endpoint, merged);
    paths[merged.path] = operations;
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Lyceum',
      version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(endpointList.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        firebase: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A Firebase ID token.',
        },
      },
      schemas: namedSchemas(),
      parameters: {
        ...requestHeader(
          headers.idempotencyKey,
          'A new UUID for each action of a user. A repeated key returns the first answer.',
          uuid,
        ),
        ...requestHeader(
          headers.awaitLogPosition,
          'Wait until the answer contains everything up to this position.',
          position,
        ),
        ...requestHeader(
          headers.logId,
          'The id of the history of the log to which the awaited position belongs.',
          uuid,
        ),
      },
      headers: {
        ...answerHeader(
          headers.logPosition,
          'A position of the log up to which the answer contains everything.',
          position,
        ),
        ...answerHeader(
          headers.logId,
          'The id of the history of the log. It changes when the log is replaced, or when events are lost.',
          uuid,
        ),
        ...answerHeader(headers.logStale, 'The answer may lack the newest events.', { const: 'true' }),
        ...answerHeader(headers.nextCursor, 'The cursor of the next page, if there is one.', {
          type: 'string',
        }),
      },
    },
  };
};

const requestHeader = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  [name]: { name, in: 'header', required: false, description, schema },
});

const answerHeader = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  [name]: { description, schema },
});
