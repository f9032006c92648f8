import { findActionKind, isSilent } from './action-kinds.ts';
import { createAnswerWaiters } from './answer-waiters.ts';
import type { OutboxNotice, Settlement, TabMessage } from './outbox-messages.ts';
import type { PendingAction } from './pending-action.ts';

type SettlementDependencies = {
  tabId: string;
  isTabOpen: (tab: string) => Promise<boolean>;
  broadcast: (message: TabMessage) => void;
  notify: (notice: OutboxNotice) => void;
  /** Publishes the stored actions. */
  refresh: () => Promise<void>;
  log: (message: string, cause: unknown) => void;
};

/**
 * Creates the part of the outbox that tells everybody about the end of an action: the handlers of its kind, the page that waits for the
 * answer, the other tabs, and the user.
 */
export const createSettlements = ({
  tabId,
  isTabOpen,
  broadcast,
  notify,
  refresh,
  log,
}: SettlementDependencies) => {
  const waiters = createAnswerWaiters();
  /** Actions that were answered in this run although no page waits for them. Silent actions are left out. */
  let sentUnattended: PendingAction[] = [];

  const runHandlers = (settlement: Settlement): void => {
    const kind = findActionKind(settlement.act);
    try {
      if (settlement.is === 'answered')
        kind?.onAnswered(settlement.answer, settlement.act, settlement.position ?? null);
      else kind?.onRefused(settlement.act);
    } catch (cause) {
      log('A handler of a settled action failed.', cause);
    }
  };

  /** Handles the end of an action in this tab. @returns whether a page waited for it. */
  const handle = (settlement: Settlement): boolean => {
    runHandlers(settlement);
    return waiters.settle(settlement);
  };

  return {
    waiters,
    handle,
    /**
     * Tells this tab and the others about the end of an action. If no page waits for the answer, the user is notified of a refusal at
     * once, and of an answer by `notifySent`. There is no notice about a silent action.
     */
    settle: async (settlement: Settlement): Promise<void> => {
      const { act: action } = settlement;
      const needsNoNotice = handle(settlement) || settlement.is === 'dropped' || isSilent(action);
      broadcast({ uid: action.uid, is: 'settled', settled: settlement });
      await refresh();
      if (needsNoNotice || (action.tab !== tabId && (await isTabOpen(action.tab)))) return;
      if (settlement.is === 'answered') sentUnattended.push(action);
      if (settlement.is === 'refused') notify({ type: 'refused', action, reason: settlement.problem.detail });
    },
    /** Notifies the user about the actions that were answered while no page waited for them. */
    notifySent: (): void => {
      if (sentUnattended.length > 0) notify({ type: 'sent', actions: sentUnattended });
      sentUnattended = [];
    },
  };
};
