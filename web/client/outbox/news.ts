import { ApiError } from '../api/api-error.ts';
import type { WaitingAct } from './waiting-act.ts';

/** What an act came to, as tabs tell it each other: plain data, for errors do not pass between tabs as they are. */
export type Settled =
  | { is: 'answered'; act: WaitingAct; answer: unknown }
  | { is: 'refused'; act: WaitingAct; problem: Problem }
  | { is: 'dropped'; act: WaitingAct };
export type Problem = {
  code: string;
  detail: string;
  status: number;
  requestId: string | null;
  errors: { path: string; message: string }[];
};

/** What tabs of one browser tell each other. */
export type TabMessage = { uid: string } & ({ is: 'changed' } | { is: 'settled'; settled: Settled });

/** What a person has to be told, since no page of theirs waits for it. */
export type News =
  | { is: 'sent'; acts: readonly WaitingAct[] }
  | { is: 'refused'; act: WaitingAct; sentence: string }
  | { is: 'too-old'; acts: readonly WaitingAct[] };

export const problemOf = (error: unknown): Problem => {
  if (error instanceof ApiError) {
    const { code, message: detail, status, requestId, errors } = error;
    return { code, detail, status, requestId, errors: [...errors] };
  }
  return { code: 'unknown', detail: 'It could not be sent.', status: 0, requestId: null, errors: [] };
};

/** An act that its person dropped while it waited; nothing need be said about it. */
export const droppedError = (): ApiError =>
  new ApiError({ code: 'dropped', detail: 'It was dropped before it was sent.' });

export const isDropped = (error: unknown): boolean => error instanceof ApiError && error.code === 'dropped';
