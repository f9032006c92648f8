import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import type { Identity } from '#platform/identity/identity-verifier.ts';
import type { Authorization } from '../authorization/authorize.ts';
import type { LongBody } from './long-answers.ts';

export type Parsed<S extends z.core.$ZodType | null> = S extends z.core.$ZodType ? z.infer<S> : null;

/** The validated path and query parameters of a request. */
export type QueryInput<E extends Endpoint> = { params: Parsed<E['params']>; query: Parsed<E['query']> };

/** A validated and authorized request. */
type QueryRequest<E extends Endpoint> = QueryInput<E> &
  Authorization & {
    /**
     * Verifies the token of the request again, for answers that take a long time. The result may come from a cache and be
     * up to a minute old.
     * @throws problem 'token-invalid' if it has expired or was revoked.
     */
    identifyAgain: () => Promise<Identity | null>;
  };

/**
 * A body that is produced while it is sent; it is neither buffered nor compressed. `open` is not called for a HEAD
 * request. Its signal aborts when the client disconnects.
 */
export type StreamedAnswer = { type: string; open: (disconnected: AbortSignal) => Promise<Readable> };

/**
 * The answer to a query, with optional extra headers: a JSON body, text with a different content type, or a stream. Only
 * endpoints that are never cached (`isStateOnly`, `changesWithTime`) may stream.
 */
export type Answer<B> = (
  | { body: B }
  | { text: { type: string; content: string } }
  | { stream: StreamedAnswer }
) & {
  headers?: Record<string, string>;
};

/** Defines how one GET endpoint is answered. */
export type QueryDefinition<E extends Endpoint> = {
  /** The read models that the query reads. The handler waits for them, and the entity tag depends on them. */
  models: readonly string[];
  /** Further read models that only some inputs need. */
  extraModels?: (input: QueryInput<E>) => readonly string[];
  /** Only for endpoints with access 'self'. Returns the e-mail, in lower case, of the user whose data is requested. */
  ownerEmail?: (input: QueryInput<E>) => string;
  /**
   * Only for endpoints with a disclosure and an access other than 'self'. Returns the id of the user whose data is shown, null
   * for several users at once (the default), or undefined if no personal data is shown.
   */
  subjectId?: (request: QueryInput<E> & Pick<Authorization, 'reader'>) => Promise<string | null | undefined>;
  /** A part of the entity tag that covers state outside the read models. */
  etagExtra?: (input: QueryInput<E>) => Promise<string>;
  answer: (request: QueryRequest<E>) => Promise<Answer<z.infer<E['answer']>>>;
  /**
   * Only for endpoints that give all readers the same answer. Returns the JSON of an answer that is too long to be in
   * memory as a whole. Returns null for a short answer; the handler then calls `answer` instead.
   */
  longAnswer?: (input: QueryInput<E>) => Promise<LongBody | null>;
};

/** Returns the definition unchanged. The endpoint serves only to infer the types. */
export const defineQuery = <E extends Endpoint>(
  _endpoint: E,
  query: QueryDefinition<E>,
): QueryDefinition<E> => query;
