/**
 * The outbox stores the actions of the signed-in user. It sends them in order (silent ones last), and sends them again after lost
 * connections, reloads and crashes. A retry after a failure has the same idempotency key, so the server executes each action only
 * once. The tabs of a browser with storage share one queue. If the browser has locks, only one tab sends at a time.
 *
 * The states of a pending action follow from its stored fields:
 *
 *   queued        tries = 0, problem = null
 *     ├─ answered ──────────────────────▶ removed, `onAnswered`
 *     ├─ refused, or 3 server errors ───▶ removed, `onRefused`; with user text: set aside, `onRefused`
 *     ├─ not reached, busy, no sign-in, or 1 or 2 server errors ▶ retrying
 *     └─ discarded, 14 days old, or silent and replaced ▶ removed, `onRefused`
 *   retrying      tries > 0, problem = null: as queued, but never replaced, and not sent before `notBefore` unless forced
 *   set aside     problem ≠ null: not sent
 *     ├─ retried by the user ───────────▶ queued
 *     └─ discarded, replaced or 14 days old ▶ removed, `onRefused` again
 *   any of them
 *     ├─ signed out ────────────────────▶ removed
 *     ├─ session ended, silent action ──▶ removed
 *     └─ session ended, other actions ──▶ held in the memory of one tab: the next user could read the browser's storage
 *   held
 *     ├─ the same user signs in ────────▶ as before
 *     └─ another user signs in, the account is gone, or the tab is closed or reloaded ▶ removed
 */

import { ApiError } from '../api/api-error.ts';
import { createIdempotencyKey } from '../api/idempotency-keys.ts';
import type { LogPosition } from '../api/log-position.ts';
import { type ActionKind, findActionKind, isSilent } from './action-kinds.ts';
import type { ActionStore } from './action-store.ts';
import { classifyFailure } from './classify-failure.ts';
import { createHeldActions } from './held-actions.ts';
import {
  type ActionProblem,
  type OutboxNotice,
  type TabMessage,
  toActionProblem,
} from './outbox-messages.ts';
import type { NewAction, PendingAction } from './pending-action.ts';
import {
  canReplace,
  findNextToSend,
  isExpired,
  maxAgeMs,
  maxPendingActions,
  maxRetryDelayMs,
  maxServerErrors,
  retryDelayMs,
} from './queue-rules.ts';
import { createSendLoop } from './send-loop.ts';
import { createSettlements } from './settlements.ts';
import type { WithLock } from './with-lock.ts';

type OutboxDependencies = {
  store: ActionStore;
  withLock: WithLock;
  tabId: string;
  isTabOpen: (tab: string) => Promise<boolean>;
  /**
   * Sends an action once and returns the validated answer with the log position that the action reached. Rejects with an error for
   * `classifyFailure`.
   */
  send: (action: PendingAction) => Promise<{ answer: unknown; position: LogPosition | null }>;
  isOffline: () => boolean;
  now: () => number;
  broadcast: (message: TabMessage) => void;
  /** @param needsSignIn whether the actions wait until the user signs in again. */
  onChange: (actions: readonly PendingAction[], needsSignIn: boolean) => void;
  /** Called with the number of actions from ended sessions that this tab holds. */
  onHeld: (count: number) => void;
  notify: (notice: OutboxNotice) => void;
  log: (message: string, cause: unknown) => void;
};

/** An action without a failed attempt is checked again after this time at the earliest. The tab that was sending it may have been closed. */
const untriedDelayMs = 2_000;
/** The time until the next run after the browser's storage has failed. */
const storageRetryDelayMs = 10_000;
/** How much later this tab sends an action of another tab than one of its own. */
const otherTabDelayMs = 30_000;

const getLockName = (uid: string) => `lyceum-outbox ${uid}`;

/** Removes what JSON cannot contain (undefined), so that the stored action equals the sent one. */
const withoutUndefined = <T>(value: T): T => JSON.parse(JSON.stringify(value));

export type Outbox = ReturnType<typeof createOutbox>;

export const createOutbox = (dependencies: OutboxDependencies) => {
  const { store, withLock, tabId, now, log } = dependencies;
  /** The user whose actions are shown and sent; null for a visitor. */
  let owner: string | null = null;
  let needsSignIn = false;
  /** Whether actions of an ended session are held; false after a sign-out. */
  let shouldHoldActions = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastRefreshNumber = 0;
  const heldActions = createHeldActions(store, dependencies.onHeld);

  /** Returns when this tab may send an action without `force`. An action of another tab is due later, so that the other tab can send it first. */
  const getDueTime = ({ tab, notBefore, madeAt }: PendingAction): number =>
    tab === tabId ? notBefore : Math.max(notBefore, madeAt) + otherTabDelayMs;

  const sendAfter = (delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void sendPending(), Math.min(delayMs, maxRetryDelayMs));
  };

  /** Publishes the stored actions and schedules the next attempt. */
  const refresh = async (): Promise<void> => {
    const refreshNumber = ++lastRefreshNumber;
    const uid = owner;
    const actions = uid === null ? [] : await store.list(uid);
    // A later refresh has read newer data.
    if (refreshNumber !== lastRefreshNumber || uid !== owner) return;
    dependencies.onChange(actions, needsSignIn);
    clearTimeout(timer);
    const next = findNextToSend(actions);
    if (next === undefined || needsSignIn) return;
    sendAfter(Math.max(getDueTime(next) - now(), next.tries === 0 ? untriedDelayMs : 0));
  };
  const refreshAllTabs = async (uid: string): Promise<void> => {
    dependencies.broadcast({ uid, is: 'changed' });
    await refresh();
  };

  const { waiters, handle, settle, notifySent } = createSettlements({ ...dependencies, refresh });

  const refuse = async (action: PendingAction, problem: ActionProblem): Promise<void> => {
    if (findActionKind(action)?.hasUserText) {
      // The server has stored the answer that nothing was done, and would repeat it for the same key.
      const key = problem.code === 'not-done' ? createIdempotencyKey() : action.key;
      await store.update({ ...action, key, problem: problem.detail });
    } else await store.remove(action);
    await settle({ is: 'refused', act: action, problem });
  };
  const removeExpired = async (uid: string): Promise<void> => {
    const expired: PendingAction[] = [];
    // If several tabs start at once, only the one that removes an action tells the user.
    for (const action of await store.list(uid))
      if (isExpired(action, now()) && (await store.remove(action))) expired.push(action);
    for (const action of expired) await settle({ is: 'dropped', act: action });
    const actions = expired.filter((action) => !isSilent(action));
    if (actions.length > 0) dependencies.notify({ type: 'expired', actions });
  };

  /** Handles a failed attempt. @returns whether the action is settled, so that the next one can be sent. */
  const handleFailure = async (action: PendingAction, error: unknown): Promise<boolean> => {
    const outcome = classifyFailure(error);
    const failures = action.failures + (outcome.type === 'server-error' ? 1 : 0);
    if (outcome.type === 'refused' || failures >= maxServerErrors) {
      await refuse(action, toActionProblem(error));
      return true;
    }
    needsSignIn = outcome.type === 'sign-in-required';
    const tries = action.tries + 1;
    const requestedDelayMs = outcome.type === 'retry' ? (outcome.afterMs ?? 0) : 0;
    const notBefore = now() + Math.max(requestedDelayMs, retryDelayMs(tries));
    await store.update({ ...action, tries, failures, notBefore });
    await refreshAllTabs(action.uid);
    return false;
  };
  /** Sends the next action. @returns whether to continue with the one after it. */
  const sendNext = async (uid: string, force: boolean): Promise<boolean> => {
    const action = findNextToSend(await store.list(uid));
    if (action === undefined || uid !== owner) return false;
    // If this tab was suspended for weeks, the server may have forgotten the idempotency key of an earlier attempt.
    if (isExpired(action, now())) {
      await removeExpired(uid);
      return true;
    }
    if (!force && getDueTime(action) > now()) {
      await refresh();
      return false;
    }
    let sent: Awaited<ReturnType<OutboxDependencies['send']>>;
    try {
      sent = await dependencies.send(action);
    } catch (error) {
      return handleFailure(action, error);
    }
    const { answer, position } = sent;
    needsSignIn = false;
    const detail = findActionKind(action)?.findProblem(answer) ?? null;
    if (detail !== null) await refuse(action, { ...toActionProblem(null), code: 'not-done', detail });
    else {
      await store.remove(action);
      await settle({ is: 'answered', act: action, answer, position });
    }
    return true;
  };
  const sendAll = async (force: boolean): Promise<void> => {
    for (let canContinue = true; canContinue; ) {
      const uid = owner;
      if (uid === null || (dependencies.isOffline() && !force)) break;
      canContinue = await withLock(getLockName(uid), () => sendNext(uid, force));
    }
    notifySent();
  };
  const sendPending = createSendLoop(sendAll, (cause) => {
    sendAfter(storageRetryDelayMs);
    log('The pending actions could not be sent.', cause);
  });

  const findByKey = async (key: string): Promise<PendingAction | undefined> =>
    owner === null ? undefined : (await store.list(owner)).find((action) => action.key === key);

  /** Removes an action. Waits for an attempt in progress, because the server may be executing the action. */
  const discardAction = async (action: PendingAction): Promise<boolean> => {
    const isRemoved = await withLock(getLockName(action.uid), () => store.remove(action));
    if (isRemoved) await settle({ is: 'dropped', act: action });
    return isRemoved;
  };

  return {
    /** Sends what is due, or with `force` everything in the queue. Resolves when nothing more can be sent for now. */
    sendPending,
    /** Shows and sends the actions of this user from now on, and of nobody else. @param uid null for a visitor. */
    setOwner: async (uid: string | null): Promise<void> => {
      if (uid === owner) return;
      owner = uid;
      needsSignIn = false;
      waiters.rejectAll();
      try {
        if (uid !== null) await removeExpired(uid);
        await refresh();
      } catch (cause) {
        log('The pending actions could not be read.', cause);
      }
      await sendPending({ force: true });
    },
    /**
     * Removes the actions of all other users from the browser's storage. Sends the actions that this tab has held for `uid`.
     * @param uid the signed-in user; null if nobody is signed in.
     * @param options.shouldHold whether to keep the removed actions, except silent ones, in the memory of this tab. If false, this tab also
     * drops the actions that it holds.
     */
    removeOthers: async (uid: string | null, { shouldHold }: { shouldHold: boolean }): Promise<void> => {
      shouldHoldActions = shouldHold;
      await heldActions.takeOthers(uid, shouldHold);
      if (uid === null || !(await heldActions.restore(uid))) return;
      await refreshAllTabs(uid);
      await sendPending({ force: true });
    },
    /** Removes the expired actions, including those that this build cannot read. Call it after `setOwner`. */
    removeAllExpired: (): Promise<void> =>
      store
        .removeBefore(now() - maxAgeMs)
        .catch((cause: unknown) => log('The expired actions could not be removed.', cause)),
    /** Handles a message from another tab. */
    receive: (message: TabMessage): void => {
      if (message.uid !== owner) return;
      if (message.is === 'settled') handle(message.settled);
      refresh().catch((cause: unknown) => log('The pending actions could not be read.', cause));
    },
    /**
     * Stores an action and sends it when its turn comes. Resolves with the answer, perhaps much later.
     * @throws ApiError if nobody is signed in, if too many actions are pending, if the action is refused or dropped or cannot be stored,
     * or if its user is no longer signed in.
     */
    enqueue: async <Answer>(kind: ActionKind<Answer>, newAction: NewAction): Promise<Answer> => {
      const uid = owner;
      if (uid === null)
        throw new ApiError({ code: 'sign-in-ended', detail: 'Your sign-in has ended. Please log in again.' });
      const key = createIdempotencyKey();
      // The page waits from now on, because `setOwner` must be able to reject its promise even while the action is being stored.
      const answer = waiters.wait(key);
      answer.catch(() => undefined);
      let replaced: readonly PendingAction[];
      try {
        if ((await store.list(uid)).length >= maxPendingActions)
          throw new ApiError({
            code: 'too-many-pending',
            detail: 'Too many changes are waiting to sync. Send or discard some of them first.',
          });
        replaced = await store.add(
          {
            ...withoutUndefined(newAction),
            uid,
            key,
            kind: kind.name,
            tab: tabId,
            madeAt: now(),
            tries: 0,
            failures: 0,
            notBefore: 0,
            problem: null,
          },
          (older) => kind.replacesOlder && older.kind === kind.name && canReplace(newAction, older),
        );
      } catch (cause) {
        waiters.forget(key);
        if (cause instanceof ApiError) throw cause;
        log('An action could not be stored.', cause);
        throw new ApiError({
          code: 'not-stored',
          detail: 'This browser could not store the change. Free up some space and try again.',
        });
      }
      try {
        for (const action of replaced) await settle({ is: 'dropped', act: action });
        // The session ended while the action was being stored.
        if (uid !== owner) await heldActions.takeOthers(owner, shouldHoldActions);
        await refreshAllTabs(uid);
      } catch (cause) {
        // The action is stored, so its page waits for the answer.
        log('An action was stored, but the list of pending actions could not be updated.', cause);
      }
      void sendPending();
      return kind.answerSchema.parse(await answer);
    },
    /** Removes an action. Returns false if it is no longer pending, for example because the server has answered it. */
    discard: async (key: string): Promise<boolean> => {
      const action = await findByKey(key);
      return action !== undefined && (await discardAction(action));
    },
    /** Removes all actions of a user, who may have signed out already. */
    discardAll: async (uid: string): Promise<void> => {
      heldActions.drop(uid);
      for (const action of await store.list(uid)) await discardAction(action);
    },
    /** Puts an action that was set aside back into the queue. */
    retry: async (key: string): Promise<void> => {
      const action = await findByKey(key);
      if (action === undefined) return;
      await store.update({ ...action, problem: null, tries: 0, failures: 0, notBefore: 0 });
      await refreshAllTabs(action.uid);
      await sendPending({ force: true });
    },
  };
};
