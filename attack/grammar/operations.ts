import { z } from 'zod';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { longWait } from '#platform/testing/long-wait.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A path or query parameter of an operation, as in the API description. */
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema };

/** An operation of the API description, with the endpoint of the contract that it describes. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  body: JsonSchema | null;
  endpoint: Endpoint;
};

const schema = z.record(z.string(), z.unknown());
const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  required: z.boolean(),
  schema,
});
const operationDescription = z.object({
  operationId: z.string(),
  /** A `$ref` stands for a header. It is skipped, because the attack sets the headers of its requests itself. */
  parameters: z.array(z.union([parameter, z.object({ $ref: z.string() })])),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema })) }).optional(),
});
const apiDescription = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationDescription)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});

export type Grammar = { operations: readonly Operation[]; schemas: Readonly<Record<string, JsonSchema>> };

/**
 * Reads the API description that the product serves.
 * @throws Error if its operations are not those of the contract.
 */
export const readGrammar = async (url: string): Promise<Grammar> => {
  const response = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(longWait.timeout) });
  const { paths, components } = apiDescription.parse(await response.json());
  const endpointsById: Readonly<Record<string, Endpoint>> = endpoints;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const endpoint = endpointsById[operation.operationId];
      if (!endpoint) throw new Error(`The contract has no endpoint ${operation.operationId}.`);
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters.flatMap((one) => ('$ref' in one ? [] : [one])),
        body: operation.requestBody?.content['application/json']?.schema ?? null,
        endpoint,
      };
    }),
  );
  if (operations.length !== Object.keys(endpointsById).length)
    throw new Error('The API description and the contract do not have the same endpoints.');
  return { operations, schemas: components.schemas };
};
