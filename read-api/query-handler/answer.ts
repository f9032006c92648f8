import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Middleware } from 'koa';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Call, Caller } from '#contract/calls/call.ts';
import { headers } from '#contract/headers.ts';
import type { Context, RequestState } from '#platform/http/context.ts';
import type { Identity } from '#platform/identity/verify.ts';
import { problemError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { validate } from '#platform/validate.ts';
import { disclosedBy } from '../admin-reads/disclosed.ts';
import type { RecordReading } from '../admin-reads/record.ts';
import { type Admission, admit, type Reader, readerOf } from '../authorization/admit.ts';
import type { Memberships } from '../authorization/memberships.ts';
import { entityTag, isHeld } from '../freshness/entity-tag.ts';
import type { Freshness } from '../freshness/freshness.ts';
import type { Seen } from '../freshness/wait.ts';
import type { Answers, ReadyAnswer } from './answers.ts';

type Parsed<S extends z.ZodType | null> = S extends z.ZodType ? z.infer<S> : null;

/** What a GET is asked, all of it validated. `reader` is null where anyone may ask and nobody is known. */
export type Asked<C extends Call> = {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  reader: Reader | null;
  admission: Admission;
};

/**
 * A body that is made while it is sent, never held whole and never compressed. It is opened when there is to be a body (to a
 * HEAD there is none); the signal aborts when whoever asked has gone.
 */
export type StreamedAnswer = { type: string; open: (gone: AbortSignal) => Promise<Readable> };

/** An answer's body, or a text of another type than JSON, or a stream (for `timely` calls), and headers of its own. */
export type Answer<B> = (
  | { body: B }
  | { text: { type: string; content: string } }
  | { stream: StreamedAnswer }
) & {
  headers?: Record<string, string>;
};

export type Query<C extends Call> = {
  /** The read models that it reads: it waits for them, and its entity tag depends on them. */
  models: readonly string[];
  /** Those that it reads besides when it is asked so. */
  moreModels?: (asked: Pick<Asked<C>, 'params' | 'query'>) => readonly string[];
  /** For calls for 'self': whose record (an e-mail in lower case) is asked for. */
  whose?: (asked: Pick<Asked<C>, 'params' | 'query'>) => string;
  /**
   * For calls that disclose, where neither the path nor the query says whose data it is: the person's id; null for many at
   * once; undefined where nobody's is shown.
   */
  subject?: (asked: Pick<Asked<C>, 'params' | 'query' | 'reader'>) => Promise<string | null | undefined>;
  /** What an answer to everybody depends on that no model says; it goes into the entity tag. */
  besides?: (asked: Pick<Asked<C>, 'params' | 'query'>) => Promise<string>;
  answer: (asked: Asked<C>) => Promise<Answer<z.infer<C['answer']>>>;
};

/** Ties a query to its call, so that what is asked and answered has the call's types. */
export const queryOf = <C extends Call>(_call: C, query: Query<C>): Query<C> => query;

export type AnsweringServices = {
  build: string;
  freshness: Freshness;
  /** Who makes a request; null for a visitor. Throws 'token-invalid'. */
  identify: (request: IncomingMessage) => Promise<Identity | null>;
  memberships: Memberships;
  answers: Answers;
  tables: Kysely<ReadTables>;
  recordReading: RecordReading;
};

const parseParams = <C extends Call>(call: C, context: Context): Parsed<C['params']> => {
  if (call.params === null) return null as Parsed<C['params']>;
  const parsed = call.params.safeParse(context.params);
  if (parsed.success) return parsed.data as Parsed<C['params']>;
  // What can't be an id is the id of nothing.
  if (call.problems.includes('not-found')) throw problemError('not-found', 'There is nothing with this id.');
  return validate(call.params, context.params) as Parsed<C['params']>;
};

const readyOf = <B>(answer: Answer<B>): ReadyAnswer => {
  const { headers: own = {} } = answer;
  if ('stream' in answer)
    throw new TypeError('What is streamed is never kept: its call must be a timely one.');
  if ('text' in answer) return { text: answer.text.content, type: answer.text.type, headers: own };
  return { text: JSON.stringify(answer.body), type: 'application/json', headers: own };
};

const sendStream = async (
  context: Context,
  { type, open }: StreamedAnswer,
  own: Record<string, string> = {},
): Promise<void> => {
  const gone = new AbortController();
  context.res.once('close', () => gone.abort());
  if (context.res.destroyed) gone.abort();
  const stream = context.method === 'HEAD' ? null : await open(gone.signal);
  context.set(own);
  context.type = type;
  // A compressor gathers before it gives.
  context.compress = false;
  if (stream !== null) context.body = stream;
};

const showFreshness = (context: Context, seen: Seen) => {
  context.set(headers.logPosition, String(seen.position));
  context.set(headers.logId, seen.standing.logId);
  if (seen.stale) context.set(headers.logStale, 'true');
};

/** Who may make the call as it is asked: a parameter may need more than the call itself does. */
const callerOf = (call: Call, query: object | null): Caller =>
  Object.entries(call.parameterNeeds ?? {}).find(
    ([name]) => (query as Record<string, unknown> | null)?.[name] !== undefined,
  )?.[1] ?? call.who;

/**
 * The way of every GET from the request to its answer: validate, know the reader, wait until the models are fresh
 * enough, admit, compare entity tags, and only then query. It may read the models a little newer than the tag
 * says, never older, so a tag that still fits never hides anything.
 */
export const answering =
  (services: AnsweringServices) =>
  <C extends Call>(call: C, query: Query<C>): Middleware<RequestState> =>
  async (untyped) => {
    const context = untyped as unknown as Context;
    const { build, freshness, identify, memberships, answers, tables, recordReading } = services;
    context.state.route = call.path;
    const params = parseParams(call, context);
    const asking = {
      params,
      query: (call.query ? validate(call.query, context.query) : null) as Parsed<C['query']>,
    };
    const who = callerOf(call, asking.query);
    const open = who === 'anyone';
    const identity = open && !call.knowsReader ? null : await identify(context.req);
    if (!open && identity === null) throw problemError('sign-in-required', 'Sign in first.');

    const asked = [...query.models, ...(query.moreModels?.(asking) ?? [])];
    const models = identity ? [...new Set([...asked, 'users'])] : asked;
    const seen = await freshness(models, {
      position: context.get(headers.awaitLogPosition) || undefined,
      logId: context.get(headers.logId) || undefined,
    });
    showFreshness(context, seen);

    const membership = identity ? await memberships(identity.userId, seen) : null;
    // What anyone may read, a removed person may too: as anyone.
    const isNobody = membership === null || (open && membership.state === 'removed');
    const reader = identity && !isNobody ? readerOf(identity, membership) : null;
    const admission: Admission = reader ? admit(who, reader, query.whose?.(asking) ?? null) : { as: 'role' };
    const subject = query.subject?.bind(null, { ...asking, reader });
    for (const disclosed of await disclosedBy(tables, call, { reader, admission }, subject))
      await recordReading({
        ...disclosed,
        authorization: context.get('authorization'),
        address: context.state.address,
        requestId: context.state.requestId,
      });

    const answer = () => query.answer({ ...asking, reader, admission });
    const ask = async () => readyOf(await answer());
    const send = (ready: ReadyAnswer) => {
      context.set(ready.headers);
      context.type = ready.type;
      context.body = ready.text;
    };
    context.status = 200;
    if (call.state || call.timely) {
      // No position of the log says whether it is as it was.
      context.set('Cache-Control', 'private, no-store');
      const given = await answer();
      if ('stream' in given) await sendStream(context, given.stream, given.headers);
      else send(readyOf(given));
      return;
    }

    const standings = asked.map((model) => seen.standing.models.get(model));
    const tag = entityTag([
      build,
      seen.standing.logId,
      call.path,
      JSON.stringify([asking.params, asking.query]),
      ...standings.flatMap((standing) => [standing?.relevant ?? 0, standing?.epoch ?? 0]),
      (await query.besides?.(asking)) ?? '',
      ...(call.sameForAll ? [] : [reader?.userId ?? '', reader?.userType ?? '']),
    ]);
    context.set('Cache-Control', open && reader === null ? 'no-cache' : 'private, no-cache');
    if (call.knowsReader) context.vary('Authorization');
    context.etag = tag;
    if (isHeld(tag, context.get('if-none-match'))) {
      context.status = 304;
      return;
    }
    // What is the same for all who may read it: one query and one text for all who ask meanwhile.
    send(open || call.sameForAll ? await answers(tag, ask) : await ask());
  };
