/** The outbox of this tab, connected to the browser, the session and the API. */
import { z } from 'zod/mini';
import { sendCommand } from '../api/send-command.ts';
import { rejectInAsOfView } from '../as-of.tsx';
import { connectionAtom } from '../connection.ts';
import { createEmitter } from '../emitter.ts';
import { logFailure } from '../log-failure.ts';
import { sessionAtom } from '../session/session.ts';
import { isAccountGone, sessionNotices } from '../session/session-notices.ts';
import { followStorageOwner, type StorageOwner } from '../session/storage-owner.ts';
import { store } from '../store.ts';
import { type ActionKind, findActionKind } from './action-kinds.ts';
import { createBrowserActionStore } from './browser-action-store.ts';
import { createOutbox } from './outbox.ts';
import { heldActionCountAtom, outboxAtom } from './outbox-atoms.ts';
import type { OutboxNotice, TabMessage } from './outbox-messages.ts';
import type { NewAction } from './pending-action.ts';
import { holdTabLock, isTabOpen, tabId } from './tab.ts';
import { createWithLock } from './with-lock.ts';

const channel = new BroadcastChannel('lyceum-outbox');

export const outboxNotices = createEmitter<OutboxNotice>();

const outbox = createOutbox({
  store: createBrowserActionStore(logFailure),
  withLock: createWithLock(navigator.locks),
  tabId,
  isTabOpen,
  send: (action) => {
    const kind = findActionKind(action);
    const body = kind ? kind.bodyAt(action, Date.now()) : action.body;
    return sendCommand(action.method, action.path, kind?.answerSchema ?? z.unknown(), {
      key: action.key,
      uid: action.uid,
      ...(body === undefined ? {} : { body }),
    });
  },
  isOffline: () => !navigator.onLine,
  now: Date.now,
  broadcast: (message) => channel.postMessage(message),
  onChange: (actions, needsSignIn) => store.set(outboxAtom, { actions, needsSignIn }),
  onHeld: (count) => store.set(heldActionCountAtom, count),
  notify: outboxNotices.emit,
  log: logFailure,
});

/**
 * Executes an action of the user now or, without a connection, later. Resolves with the answer. If the page is closed by
 * then, the handlers of the kind still run.
 * @throws ApiError
 */
export const enqueueAction = async <Answer>(kind: ActionKind<Answer>, action: NewAction): Promise<Answer> => {
  rejectInAsOfView();
  return outbox.enqueue(kind, action);
};

export const { discard: discardAction, retry: retryAction } = outbox;

/** Tries to send the pending actions now. Resolves when they are sent or the attempt has failed. */
export const sendPendingActions = (): Promise<void> => outbox.sendPending({ force: true });

/** Discards all pending actions of the signed-in user. */
export const discardAllActions = async (): Promise<void> => {
  const session = store.get(sessionAtom);
  if (session.status === 'signed-in') await outbox.discardAll(session.person.uid);
};

/** Makes the browser ask for a confirmation before the tab is closed or reloaded while it holds unsent actions. */
const warnBeforeHeldActionsAreLost = () =>
  addEventListener('beforeunload', (event) => {
    if (store.get(heldActionCountAtom) > 0) event.preventDefault();
  });

/** From now on, removes the actions of a user from the storage of this browser when the user's session ends. */
const removeActionsOfOthers = () => {
  let removing = Promise.resolve();
  const remove = async ({ uid, isSignOut }: StorageOwner) => {
    try {
      await outbox.removeOthers(uid, { shouldHold: !isSignOut });
      const count = store.get(heldActionCountAtom);
      if (count > 0) outboxNotices.emit({ type: 'held', count });
    } catch (cause) {
      logFailure('The pending actions of other users could not be removed.', cause);
    }
  };
  followStorageOwner((owner) => {
    removing = removing.then(() => remove(owner));
  });
  warnBeforeHeldActionsAreLost();
};

/** Starts to send the actions of the signed-in user. Called once, after `registerActionKinds`. */
export const startOutbox = (): void => {
  holdTabLock();
  let lastUid: string | null = null;
  const followSession = () => {
    const session = store.get(sessionAtom);
    if (session.status === 'loading') return;
    const uid = session.status === 'signed-in' ? session.person.uid : null;
    lastUid = uid ?? lastUid;
    // `setOwner` tells the user about their own expired actions before these are removed here.
    void outbox.setOwner(uid).then(outbox.removeAllExpired);
  };
  sessionNotices.on((notice) => {
    if (isAccountGone(notice) && lastUid !== null)
      outbox
        .discardAll(lastUid)
        .catch((cause: unknown) =>
          logFailure('The pending actions of a deleted account could not be discarded.', cause),
        );
  });
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => outbox.receive(data);
  store.sub(sessionAtom, followSession);
  followSession();
  removeActionsOfOthers();
  addEventListener('online', () => void outbox.sendPending({ force: true }));
  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom) === 'live') void outbox.sendPending({ force: true });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void outbox.sendPending();
  });
};
