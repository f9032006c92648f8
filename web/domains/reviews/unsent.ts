import { z } from 'zod';
import type { WaitingAct } from '../../client/outbox/waiting-act.ts';

export const reviewKind = 'review';

const words = z.object({ rating: z.number(), comment: z.string() });
export type ReviewWords = z.infer<typeof words>;

/** What such an act says of a course, or null. */
export const reviewWordsOf = (act: WaitingAct | undefined): ReviewWords | null =>
  words.safeParse(act?.body).data ?? null;
