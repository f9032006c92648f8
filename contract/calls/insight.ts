import {
  insightFunnel,
  insightFunnelQuery,
  insightHours,
  insightHoursQuery,
  insightQuestions,
  insightQuestionsQuery,
  insightTime,
  insightTimeQuery,
} from '../insight.ts';
import { bare, type Call } from './call.ts';

/** How the school fares, in figures without persons. */
export const insightCalls = {
  readInsightTime: {
    ...bare,
    method: 'GET',
    path: '/insight/time',
    group: 'school',
    summary:
      'How many enrolled and how many completed a course, by weeks or months of a time zone; as CSV with format=csv.',
    who: 'insight.read',
    sameForAll: true,
    query: insightTimeQuery,
    answer: insightTime,
  },
  readInsightHours: {
    ...bare,
    method: 'GET',
    path: '/insight/hours',
    group: 'school',
    summary: 'When people learn: acts by the hours of the week of a time zone; as CSV with format=csv.',
    who: 'insight.read',
    sameForAll: true,
    query: insightHoursQuery,
    answer: insightHours,
  },
  readInsightFunnel: {
    ...bare,
    method: 'GET',
    path: '/insight/funnel',
    group: 'school',
    summary:
      'How many came how far, from enrolling to the certificate: in all, and in each course; as CSV with format=csv.',
    who: 'insight.read',
    sameForAll: true,
    query: insightFunnelQuery,
    answer: insightFunnel,
  },
  readInsightQuestions: {
    ...bare,
    method: 'GET',
    path: '/insight/questions',
    group: 'school',
    summary:
      'The multiple-choice questions with the share of right answers, the hardest first; as CSV with format=csv.',
    who: 'insight.read',
    sameForAll: true,
    query: insightQuestionsQuery,
    answer: insightQuestions,
  },
} as const satisfies Record<string, Call>;
