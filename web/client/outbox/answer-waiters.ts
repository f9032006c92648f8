import { ApiError } from '../api/api-error.ts';
import { createDiscardedError, type Settlement } from './outbox-messages.ts';

/** Creates a collection of promises, by idempotency key. The pages of this tab use them to wait for the answers to actions. */
export const createAnswerWaiters = () => {
  const waiters = new Map<string, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  return {
    /** Resolves with the answer. Rejects with an ApiError if the action is refused or dropped, or if the user of this tab changes. */
    wait: (key: string): Promise<unknown> =>
      new Promise((resolve, reject) => waiters.set(key, { resolve, reject })),
    /** Resolves or rejects the promise of an action. Returns whether a page waited for it. */
    settle: (settlement: Settlement): boolean => {
      const { key } = settlement.act;
      const waiter = waiters.get(key);
      waiters.delete(key);
      if (settlement.is === 'answered') waiter?.resolve(settlement.answer);
      else if (settlement.is === 'dropped') waiter?.reject(createDiscardedError());
      else waiter?.reject(new ApiError(settlement.problem));
      return waiter !== undefined;
    },
    forget: (key: string): void => {
      waiters.delete(key);
    },
    rejectAll: (): void => {
      for (const { reject } of waiters.values()) reject(createDiscardedError());
      waiters.clear();
    },
  };
};
