import type { Call } from '#contract/calls/call.ts';
import { headers } from '#contract/headers.ts';
import { operationOf } from './operation.ts';
import { describedPaths } from './paths.ts';
import { type JsonSchema, namedSchemas } from './schemas.ts';

const requestHeader = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  [name]: { name, in: 'header', required: false, description, schema },
});
const answerHeader = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  [name]: { description, schema },
});
const position = { type: 'integer', minimum: 0 };
const uuid = { type: 'string', format: 'uuid' };

const introduction = `Commands (POST, PUT, PATCH, DELETE) append to a log and answer with the position that they reached; queries (GET) answer from read models that follow it.

A query waits until its models are where the log was when it came, 250 ms at most, or until \`Await-Log-Position\`, 2 s at most, and says \`Log-Stale: true\` when they are not.

Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`.`;

/**
 * The description of the API (OpenAPI 3.1), made from the table of calls: the schemas that validate are the ones
 * that are described.
 * @param calls by the name under which they stand in the table.
 */
export const openApiDocument = (calls: Record<string, Call>, version: string): JsonSchema => {
  const places = describedPaths(Object.values(calls));
  const paths: Record<string, JsonSchema> = {};
  for (const [name, call] of Object.entries(calls)) {
    const place = places.get(call);
    if (!place) continue;
    const operations = paths[place.path] ?? {};
    operations[call.method.toLowerCase()] = operationOf(name, call, place);
    paths[place.path] = operations;
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
    tags: [...new Set(Object.values(calls).map((call) => call.group))].map((name) => ({ name })),
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
          'A UUID made for one act of a person: the same key again gives the first answer.',
          uuid,
        ),
        ...requestHeader(
          headers.awaitLogPosition,
          'Do not answer before this position is projected.',
          position,
        ),
        ...requestHeader(headers.logId, 'The log to which the awaited position belongs.', uuid),
      },
      headers: {
        ...answerHeader(
          headers.logPosition,
          'The position of the log that the answer has reached.',
          position,
        ),
        ...answerHeader(headers.logId, 'The identity of the log; new after a reset.', uuid),
        ...answerHeader(headers.logStale, 'The awaited position was not reached in time.', { const: 'true' }),
        ...answerHeader(headers.nextCursor, 'The cursor of the next page, where there is one.', {
          type: 'string',
        }),
      },
    },
  };
};
