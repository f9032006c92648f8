import {
  insightFunnel,
  insightFunnelQuery,
  insightHours,
  insightHoursQuery,
  insightQuestions,
  insightQuestionsQuery,
  insightTime,
  insightTimeQuery,
} from '../schemas/insight.ts';
import { type Endpoint, endpointDefaults } from './endpoint.ts';

/** School statistics, without personal data. */
export const insightEndpoints = {
  readInsightTime: {
    ...endpointDefaults,
    method: 'GET',
    path: '/insight/time',
    group: 'school',
    summary: 'Enrolments and completions by week or month (in a time zone); as CSV with format=csv.',
    access: 'insight.read',
    isSameForAllReaders: true,
    query: insightTimeQuery,
    answer: insightTime,
  },
  readInsightHours: {
    ...endpointDefaults,
    method: 'GET',
    path: '/insight/hours',
    group: 'school',
    summary: 'Learning activity by hour of the week (in a time zone); as CSV with format=csv.',
    access: 'insight.read',
    isSameForAllReaders: true,
    query: insightHoursQuery,
    answer: insightHours,
  },
  readInsightFunnel: {
    ...endpointDefaults,
    method: 'GET',
    path: '/insight/funnel',
    group: 'school',
    summary:
      'How many enrolments reached each step from enrolment to certificate, in total and by course; as CSV with format=csv.',
    access: 'insight.read',
    isSameForAllReaders: true,
    query: insightFunnelQuery,
    answer: insightFunnel,
  },
  readInsightQuestions: {
    ...endpointDefaults,
    method: 'GET',
    path: '/insight/questions',
    group: 'school',
    summary:
      'Multiple-choice questions with their share of correct answers, hardest first; as CSV with format=csv.',
    access: 'insight.read',
    isSameForAllReaders: true,
    query: insightQuestionsQuery,
    answer: insightQuestions,
  },
} as const satisfies Record<string, Endpoint>;
