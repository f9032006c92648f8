/**
 * The outbox of this tab, connected to the browser, the session and the API. Most visitors do not load this module: the rest of the
 * client uses the functions in `enqueue-action.ts`.
 */
import { z } from 'zod/mini';
import { sendCommandWithPosition } from '../api/send-command.ts';
import { connectionAtom } from '../connection.ts';
import { createEmitter } from '../emitter.ts';
import { logFailure } from '../log-failure.ts';
import { sessionAtom } from '../session/session.ts';
import { isAccountGone, sessionNotices } from '../session/session-notices.ts';
import { followStorageOwner, type StorageOwner } from '../session/storage-owner.ts';
import { store } from '../store.ts';
import { findActionKind } from './action-kinds.ts';
import { createBrowserActionStore } from './browser-action-store.ts';
import { connectOutbox } from './enqueue-action.ts';
import { createOutbox } from './outbox.ts';
import { heldActionCountAtom, outboxAtom } from './outbox-atoms.ts';
import type { OutboxNotice, TabMessage } from './outbox-messages.ts';
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
    return sendCommandWithPosition(action.method, action.path, kind?.answerSchema ?? z.unknown(), {
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

/** From now on, while this tab holds unsent actions, the browser asks for confirmation before the tab is closed or reloaded. */
const warnBeforeHeldActionsAreLost = () =>
  addEventListener('beforeunload', (event) => {
    if (store.get(heldActionCountAtom) > 0) event.preventDefault();
  });

/**
 * From now on, removes the actions of all users but the signed-in one from the storage of this browser: as soon as it is known who is
 * signed in, and whenever that changes.
 */
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
};

/** Starts to send the actions of the signed-in user. Called once, after `registerActionKinds`. */
export const startOutbox = (): void => {
  connectOutbox(outbox);
  holdTabLock();
  let lastUid: string | null = null;
  const followSession = () => {
    const session = store.get(sessionAtom);
    if (session.status === 'loading') return;
    const uid = session.status === 'signed-in' ? session.person.uid : null;
    lastUid = uid ?? lastUid;
    // `setOwner` comes first: it removes the user's own expired actions and says so. `removeAllExpired` removes those of others silently.
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
  warnBeforeHeldActionsAreLost();
  addEventListener('online', () => void outbox.sendPending({ force: true }));
  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom) === 'live') void outbox.sendPending({ force: true });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void outbox.sendPending();
  });
};
