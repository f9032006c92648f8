/** The parts of an answer that do not depend on how it is sent: over HTTP, or in a page. */
import type { Access, Endpoint } from '#contract/endpoints/endpoint.ts';
import { headers } from '#contract/headers.ts';
import type { Reader } from '../authorization/authorize.ts';
import { entityTag } from '../freshness/entity-tag.ts';
import type { Freshness } from '../freshness/freshness.ts';
import type { SerializedAnswer } from './answer-cache.ts';
import type { Answer, QueryDefinition, QueryInput } from './query-definition.ts';

/** Returns the access rule of a request. A query parameter may require a permission that the endpoint itself does not. */
export const requiredAccess = (endpoint: Endpoint, query: object | null): Access => {
  const sentParameters = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const [permission] = sentParameters.flatMap(([name]) => endpoint.parameterPermissions?.[name] ?? []);
  return permission ?? endpoint.access;
};

/** Returns the read models that a query reads. */
export const listModels = <E extends Endpoint>(
  query: Pick<QueryDefinition<E>, 'models' | 'extraModels'>,
  input: QueryInput<E>,
): readonly string[] => [...query.models, ...(query.extraModels?.(input) ?? [])];

/** Returns the headers that say which part of the log an answer shows. */
export const freshnessHeaders = ({
  position,
  checkpoints,
  isStale,
}: Pick<Freshness, 'position' | 'checkpoints' | 'isStale'>): Record<string, string> => ({
  [headers.logPosition]: String(position),
  [headers.logId]: checkpoints.logId,
  ...(isStale ? { [headers.logStale]: 'true' } : {}),
});

/** Returns the entity tag of an answer. It is known before the query runs. @param options.reader null for a visitor. */
export const answerTag = async <E extends Endpoint>({
  build,
  endpoint,
  query,
  input,
  models,
  freshness: { checkpoints },
  reader,
}: {
  build: string;
  endpoint: E;
  query: Pick<QueryDefinition<E>, 'etagExtra'>;
  input: QueryInput<E>;
  models: readonly string[];
  freshness: Pick<Freshness, 'checkpoints'>;
  reader: Pick<Reader, 'userId' | 'userType'> | null;
}): Promise<string> =>
  entityTag([
    build,
    checkpoints.entityTagId,
    endpoint.path,
    JSON.stringify([input.params, input.query]),
    ...models
      .map((model) => checkpoints.models.get(model))
      .flatMap((checkpoint) => [checkpoint?.relevantPosition ?? 0, checkpoint?.epoch ?? 0]),
    (await query.etagExtra?.(input)) ?? '',
    ...(endpoint.isSameForAllReaders ? [] : [reader?.userId ?? '', reader?.userType ?? '']),
  ]);

/** Returns the text of an answer. @throws TypeError if the answer is a stream. */
export const serialize = <B>(answer: Answer<B>): SerializedAnswer => {
  const { headers: extraHeaders = {} } = answer;
  if ('stream' in answer)
    throw new TypeError('A cached endpoint cannot stream its answer: set isStateOnly or changesWithTime.');
  if ('text' in answer) return { text: answer.text.content, type: answer.text.type, headers: extraHeaders };
  return { text: JSON.stringify(answer.body), type: 'application/json', headers: extraHeaders };
};
