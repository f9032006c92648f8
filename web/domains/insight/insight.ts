import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { insightFunnel, insightHours, insightQuestions, insightTime } from '#contract/insight.ts';
import { getAt } from '../../client/api/get.ts';
import { getFile } from '../../client/api/get-file.ts';
import { listenInsight } from '../../client/live/listeners.ts';
import { attend } from '../../client/live/presence.ts';
import { queryClient } from '../../client/query-client.ts';
import { readersTimeZone } from '../../client/time-zone.ts';
import type { Span } from './span.ts';

const key = ['insight'] as const;

/** Since which position the numbers are others, as the server said last. */
let changedAt = 0;
/** Those who look at the same moment do not ask at the same moment, in milliseconds. */
const spreadMs = 700;
let isDue = false;

/** An answer, and up to where in the log it is true. */
type Read<T> = { data: T; position: number };

const askAgain = () => {
  isDue = false;
  if (document.visibilityState === 'hidden') {
    document.addEventListener('visibilitychange', soon, { once: true });
    return;
  }
  void queryClient.invalidateQueries(
    {
      queryKey: key,
      predicate: ({ state }) => ((state.data as Read<unknown> | undefined)?.position ?? 0) < changedAt,
    },
    // One that is under way asks once more by itself.
    { cancelRefetch: false },
  );
};
const soon = () => {
  if (isDue) return;
  isDue = true;
  setTimeout(askAgain, Math.random() * spreadMs);
};

listenInsight((position) => {
  changedAt = position;
  soon();
});

type Query = Record<string, string | undefined>;

const insightQuery = <S extends z.ZodType>(path: string, schema: S, query: Query) =>
  queryOptions({
    queryKey: [...key, path, query],
    queryFn: async ({ signal }): Promise<Read<z.output<S>>> => {
      for (let turn = 1; ; turn += 1) {
        const { data, place } = await getAt(path, schema, { query, signal });
        const position = place?.position ?? 0;
        if (turn === 3 || changedAt <= position) return { data, position };
      }
    },
    // Another span: what was shown stays until the other is there.
    placeholderData: keepPreviousData,
    // Whoever comes back to the page was told of nothing meanwhile.
    staleTime: 0,
  });

const useInsight = <S extends z.ZodType>(path: string, schema: S, query: Query) => {
  const { data, ...rest } = useQuery(insightQuery(path, schema, query));
  return { ...rest, data: data?.data };
};

const queryOf = ({ from, to }: Span): Query => ({ timeZone: readersTimeZone(), from, to });

export const useInsightTime = (span: Span) =>
  useInsight('/insight/time', insightTime, { ...queryOf(span), by: span.by });
export const useInsightHours = (span: Span) => useInsight('/insight/hours', insightHours, queryOf(span));
export const useInsightFunnel = () => useInsight('/insight/funnel', insightFunnel, {});
export const useInsightQuestions = () => useInsight('/insight/questions', insightQuestions, {});

/** Has what is shown follow the school for as long as the page is there. */
export const useInsightLive = (): void => useEffect(() => attend({ at: 'insight' }), []);

const fileOf = (path: string, query: Query): Promise<Blob> => {
  const given = Object.entries({ ...query, format: 'csv' });
  const known = given.filter((pair): pair is [string, string] => pair[1] !== undefined);
  return getFile(`${path}?${new URLSearchParams(known)}`).then(({ content }) => content);
};

/** The numbers behind each picture as a CSV file. @throws ApiError */
export const insightFiles = {
  time: (span: Span) => fileOf('/insight/time', { ...queryOf(span), by: span.by }),
  hours: (span: Span) => fileOf('/insight/hours', queryOf(span)),
  funnel: () => fileOf('/insight/funnel', {}),
  questions: () => fileOf('/insight/questions', {}),
} as const;
