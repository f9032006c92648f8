/**
 * The functions with which the rest of the client uses the outbox. The outbox itself is loaded before anybody can be signed in
 * (`app/parts-for-users.ts`), so these functions do not wait long for it while a user is signed in.
 */
import { refuseInAsOfView } from '../as-of.tsx';
import { sessionAtom } from '../session/session.ts';
import { store } from '../store.ts';
import type { ActionKind } from './action-kinds.ts';
import type { Outbox } from './outbox.ts';
import type { NewAction } from './pending-action.ts';

const { promise: started, resolve } = Promise.withResolvers<Outbox>();

/** Makes the outbox of this tab available to the functions below. `startOutbox` calls it once. */
export const connectOutbox: (outbox: Outbox) => void = resolve;

/**
 * Executes an action of the user now or, without a connection, later. Resolves with the answer. If this page is
 * closed before the answer arrives, the tab that sends the action still runs the handlers of the action's kind.
 * @throws ApiError
 */
export const enqueueAction = async <Answer>(kind: ActionKind<Answer>, action: NewAction): Promise<Answer> => {
  refuseInAsOfView();
  return (await started).enqueue(kind, action);
};

/** Discards a pending action. Returns whether it was still pending. */
export const discardAction = async (key: string): Promise<boolean> => (await started).discard(key);

/** Puts an action that was set aside back into the queue. */
export const retryAction = async (key: string): Promise<void> => (await started).retry(key);

/** Tries to send the pending actions now. Resolves when they are sent or the attempt has failed. */
export const sendPendingActions = async (): Promise<void> => (await started).sendPending({ force: true });

/** Discards all pending actions of the signed-in user. */
export const discardAllActions = async (): Promise<void> => {
  const session = store.get(sessionAtom);
  if (session.status === 'signed-in') await (await started).discardAll(session.person.uid);
};
