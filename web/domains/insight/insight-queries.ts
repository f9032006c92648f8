import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod/mini';
import { insightFunnel, insightHours, insightQuestions, insightTime } from '#contract/schemas/insight.ts';
import { downloadCsv } from '../../client/api/download.ts';
import type { Query } from '../../client/api/get.ts';
import { getLocalTimeZone } from '../../client/get-local-time-zone.ts';
import { getUpToDateAnswer } from '../../client/live/positioned-answer.ts';
import { reportShownView } from '../../client/live/presence.ts';
import { getLastInsightChangePosition, insightKey } from './insight-live.ts';
import type { TimeSpan } from './time-span.ts';

const useInsight = <S extends z.ZodMiniType>(path: string, schema: S, query: Query) => {
  const { data, ...rest } = useQuery({
    queryKey: [...insightKey, path, query],
    queryFn: ({ signal }) => getUpToDateAnswer(getLastInsightChangePosition, path, schema, { query, signal }),
    // The previous time span stays visible while another one is loading.
    placeholderData: keepPreviousData,
    // The server reports changes only while the page is shown.
    staleTime: 0,
  });

  return { ...rest, data: data?.data };
};

const createSpanQuery = ({ from, to }: TimeSpan): Query => ({ timeZone: getLocalTimeZone(), from, to });

export const useInsightTime = (span: TimeSpan) =>
  useInsight('/insight/time', insightTime, { ...createSpanQuery(span), by: span.by });
export const useInsightHours = (span: TimeSpan) =>
  useInsight('/insight/hours', insightHours, createSpanQuery(span));
/** The page lists fewer courses than the server allows, so that it loads fast. The CSV file contains all courses. */
const maxFunnelCourses = 100;
export const useInsightFunnel = () =>
  useInsight('/insight/funnel', insightFunnel, { limit: maxFunnelCourses });
export const useInsightQuestions = () => useInsight('/insight/questions', insightQuestions, {});

export const useInsightSubscription = (): void => useEffect(() => reportShownView({ at: 'insight' }), []);

const fetchCsv = async (path: string, query: Query): Promise<Blob> =>
  (await downloadCsv(path, query)).content;

/** Fetches the numbers of a panel as a CSV file. @throws ApiError */
export const fetchInsightCsv = {
  time: (span: TimeSpan) => fetchCsv('/insight/time', { ...createSpanQuery(span), by: span.by }),
  hours: (span: TimeSpan) => fetchCsv('/insight/hours', createSpanQuery(span)),
  funnel: () => fetchCsv('/insight/funnel', {}),
  questions: () => fetchCsv('/insight/questions', {}),
} as const;
