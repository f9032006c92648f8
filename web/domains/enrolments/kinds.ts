import { z } from 'zod';
import type { WaitingAct } from '../../client/outbox/waiting-act.ts';

export const enrolKind = 'enrolment';
export const leaveKind = 'leaving';
export const startKind = 'start';
export const completionKind = 'completion';

const completion = z.object({ module: z.number() });

/** The module that such an act completes, or null. */
export const moduleOf = (act: Pick<WaitingAct, 'body'>): number | null =>
  completion.safeParse(act.body).data?.module ?? null;
