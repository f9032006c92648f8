import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { createLimitByKey } from '#concurrency/limit-by-key.ts';
import type { Endpoint } from '#contract/endpoints/endpoint.ts';
import { headers } from '#contract/headers.ts';
import type { Context, RequestMiddleware } from '#platform/http/context.ts';
import type { Identity } from '#platform/identity/identity-verifier.ts';
import { requireRecentSignIn } from '#platform/identity/recent-sign-in.ts';
import { lacksSecondFactor, secondFactorError } from '#platform/identity/second-factor.ts';
import { problemError, retryLaterError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { RecordReading } from '../admin-reads/reading.ts';
import { findRequiredReadings } from '../admin-reads/required-readings.ts';
import { type AccessGrant, authorize, resolveReader } from '../authorization/authorize.ts';
import type { FindMembership } from '../authorization/membership.ts';
import type { Checkpoints } from '../freshness/checkpoints.ts';
import { matchesEntityTag } from '../freshness/entity-tag.ts';
import type { FreshnessWaiter } from '../freshness/freshness.ts';
import type { AnswerCache, EncodedAnswer, SerializedAnswer } from './answer-cache.ts';
import { answerTag, freshnessHeaders, listModels, requiredAccess, serialize } from './answer-parts.ts';
import { acceptedCoding, type ContentCoding, codingFor, encodeBody } from './content-coding.ts';
import { checkFirstPart, type LongAnswers } from './long-answers.ts';
import { parseInput } from './parse-input.ts';
import type { QueryDefinition, StreamedAnswer } from './query-definition.ts';
import { sendEncoded, sendHead } from './send-encoded.ts';

export type QueryHandlerDependencies = {
  build: string;
  waitUntilFresh: FreshnessWaiter;
  /** Throws a problem if rows may come from a different replica than these checkpoints. */
  requireSameServer: (checkpoints: Checkpoints) => void;
  /** Returns the identity behind a request, or null for a visitor. Throws problem 'token-invalid'. */
  identify: (request: IncomingMessage) => Promise<Identity | null>;
  findMembership: FindMembership;
  answerCache: AnswerCache;
  longAnswers: LongAnswers;
  tables: Kysely<ReadTables>;
  recordReading: RecordReading;
};

/**
 * How many queries of one user a node runs at the same time. All users share the ten connections of the node to the database, so
 * one user must not be able to occupy all of them with expensive queries.
 */
const maxConcurrentQueriesOfUser = 4;
const maxWaitingQueriesOfUser = 100;

/** Sends an answer that is not kept. Compresses it if it is long and the client accepts compression. */
const sendOnce = async (context: Context, answer: Omit<EncodedAnswer, 'coding'>): Promise<void> => {
  const coding = codingFor(acceptedCoding(context), answer.body.length);
  if (context.method === 'HEAD') {
    sendHead(context, { ...answer, coding });
    return;
  }
  sendEncoded(context, { ...answer, body: await encodeBody(answer.body, coding), coding });
};

const sendText = (context: Context, { text, ...answer }: SerializedAnswer): Promise<void> =>
  sendOnce(context, { ...answer, body: Buffer.from(text) });

const sendStream = async (
  context: Context,
  { type, open }: StreamedAnswer,
  extraHeaders: Record<string, string> = {},
): Promise<void> => {
  const disconnected = new AbortController();
  context.res.once('close', () => disconnected.abort());
  if (context.res.destroyed) disconnected.abort();
  const stream = context.method === 'HEAD' ? null : await open(disconnected.signal);
  context.set(extraHeaders);
  context.type = type;
  // Compression would buffer the stream.
  context.compress = false;
  if (stream !== null) context.body = stream;
};

/** Sends a body while it is being made. If that fails, the connection is closed, because the status has already been sent. */
const sendLongBody = (context: Context, body: Readable, coding: ContentCoding): void => {
  sendHead(context, { headers: {}, type: 'application/json', coding });
  body.once('error', () => context.res.destroy());
  context.body = body;
};

/**
 * Returns a function that makes the HTTP handler of a query. Every GET goes through the same steps, as far as its endpoint needs them:
 * validate the input, identify the reader, wait until the read models are fresh, authorize, check the age of the sign-in,
 * record the reading of other users' data, compare entity tags, and only then run the query. The query may see read
 * models that are newer than the entity tag says, but never older ones, so a matching tag never hides a change.
 */
export const createQueryHandler = ({
  build,
  waitUntilFresh,
  requireSameServer,
  identify,
  findMembership,
  answerCache,
  longAnswers,
  tables,
  recordReading,
}: QueryHandlerDependencies) => {
  const limitByUser = createLimitByKey({
    concurrency: maxConcurrentQueriesOfUser,
    maxWaiting: maxWaitingQueriesOfUser,
    createError: () =>
      retryLaterError(
        'too-many-requests',
        'Too many of your requests are waiting for an answer. Try again in a moment.',
        1,
      ),
  });
  return <E extends Endpoint>(endpoint: E, query: QueryDefinition<E>): RequestMiddleware =>
    async (context) => {
      context.state.route = endpoint.path;
      context.state.isData = true;
      const input = parseInput(endpoint, context);
      const access = requiredAccess(endpoint, input.query);
      const isPublic = access === 'anyone';
      const identity = isPublic && !endpoint.dependsOnReader ? null : await identify(context.req);
      if (identity !== null) context.state.userId = identity.userId;
      if (!isPublic && identity === null) throw problemError('sign-in-required', 'Sign in first.');

      const models = listModels(query, input);
      const freshness = await waitUntilFresh(identity ? [...new Set([...models, 'users'])] : models, {
        position: context.get(headers.awaitLogPosition) || undefined,
        logId: context.get(headers.logId) || undefined,
      });
      context.set(freshnessHeaders(freshness));

      const membership = identity ? await findMembership(identity.userId, freshness) : null;
      const isAdminWithoutSecondFactor =
        identity !== null &&
        membership?.state === 'registered' &&
        lacksSecondFactor(identity, membership.userType);
      // A removed user, or an Admin without the second factor, reads a public endpoint as a visitor.
      const isVisitor =
        membership === null || (isPublic && (membership.state === 'removed' || isAdminWithoutSecondFactor));
      const reader = identity && !isVisitor ? resolveReader(identity, membership) : null;
      const grant: AccessGrant = reader
        ? authorize(access, reader, query.ownerEmail?.(input) ?? null)
        : { basis: 'role' };
      // An Admin without the second factor may still read their own data. The role in their record tells the client what is missing.
      if (isAdminWithoutSecondFactor && !isPublic && grant.basis !== 'self') throw secondFactorError();
      if (endpoint.needsRecentSignIn && identity !== null) requireRecentSignIn(identity, Date.now());
      const findSubjectId = query.subjectId?.bind(null, { ...input, reader });
      for (const reading of await findRequiredReadings(tables, endpoint, { reader, grant }, findSubjectId))
        await recordReading({
          ...reading,
          logId: freshness.checkpoints.logId,
          authorization: context.get('authorization'),
          address: context.state.address,
          requestId: context.state.requestId,
        });

      // The limit is outside the cache, because readers who share a query must not wait in the queue of the reader who came first.
      const inOwnQueue = <T>(work: () => Promise<T>): Promise<T> =>
        reader === null ? work() : limitByUser(reader.userId, work);
      const runQuery = async () => {
        const answer = await query.answer({
          ...{ ...input, reader, grant },
          identifyAgain: () => identify(context.req),
        });
        requireSameServer(freshness.checkpoints);
        return answer;
      };
      context.status = 200;
      if (endpoint.isStateOnly || endpoint.changesWithTime) {
        // No log position tells whether this answer has changed, so it gets no entity tag.
        context.set('Cache-Control', 'private, no-store');
        const uncached = await inOwnQueue(runQuery);
        if ('stream' in uncached) await sendStream(context, uncached.stream, uncached.headers);
        else await sendText(context, serialize(uncached));
        return;
      }

      const tag = await answerTag({ build, endpoint, query, input, models, freshness, reader });
      // An answer that only this reader may see must not stay in the browser after they have signed out. Clients that store
      // answers themselves may still send the tag.
      context.set('Cache-Control', isPublic && reader === null ? 'no-cache' : 'private, no-store');
      if (endpoint.dependsOnReader) context.vary('Authorization');
      context.etag = tag;
      const ifNoneMatch = context.get('if-none-match');
      const isAnyTag = ifNoneMatch.trim() === '*';
      if (!isAnyTag && matchesEntityTag(tag, ifNoneMatch)) {
        context.status = 304;
        return;
      }
      if (query.longAnswer && (isPublic || endpoint.isSameForAllReaders) && !endpoint.dependsOnReader) {
        const coding = acceptedCoding(context);
        const requireSame = () => requireSameServer(freshness.checkpoints);
        const findBody = async () => {
          const found = (await query.longAnswer?.(input)) ?? null;
          requireSame();
          return found && checkFirstPart(found, requireSame);
        };
        const body = await longAnswers(tag, coding, findBody);
        if (body !== null) {
          sendLongBody(context, body, coding);
          if (isAnyTag) context.status = 304;
          return;
        }
      }
      const runAndSerialize = async () => serialize(await runQuery());
      const isPrivate = reader !== null && !endpoint.isSameForAllReaders;
      // An answer that only the role of the reader permits may be about other users, so it is not kept.
      if (!isPrivate || isPublic || grant.basis === 'self')
        sendEncoded(
          context,
          await inOwnQueue(() => answerCache(tag, acceptedCoding(context), runAndSerialize, isPrivate)),
        );
      else await sendText(context, await inOwnQueue(runAndSerialize));
      // `*` matches only if there is an answer, which is known only after the query.
      if (isAnyTag) context.status = 304;
    };
};
