import pLimit from 'p-limit';
import type { NotificationKind } from '#contract/schemas/notifications.ts';

type Kinds = readonly NotificationKind[];

type KindSwitchDependencies = {
  /** Saves all kinds that are switched off. Rejects if that fails. */
  save: (switchedOff: Kinds) => Promise<unknown>;
  /** Called when all choices are saved or have failed. Later answers from the server contain the saved choices. */
  onSettled: () => void;
};

/**
 * Creates a switch for the kinds of notifications. It saves the user's choices one after another: each request contains all kinds
 * that are switched off, so a request that overtakes another would undo a choice. Until the last choice is saved, the server's
 * answers are not used, because they may be older than the choice.
 */
export const createKindSwitch = ({ save, onSettled }: KindSwitchDependencies) => {
  const oneAtATime = pLimit(1);
  /** The kinds that are switched off after the user's last choice; null if all choices are saved or have failed. */
  let chosen: Kinds | null = null;
  let waitingCount = 0;
  return {
    /** Returns the switched-off kinds, including choices that are not saved yet. @param saved the switched-off kinds that the server knows. */
    current: (saved: Kinds): Kinds => chosen ?? saved,
    /** Switches a kind on or off. Rejects if that could not be saved. @param saved the switched-off kinds that the server knows. */
    choose: async (kind: NotificationKind, isOn: boolean, saved: Kinds): Promise<void> => {
      const others = (chosen ?? saved).filter((other) => other !== kind);
      const next = isOn ? others : [...others, kind];
      chosen = next;
      waitingCount += 1;
      try {
        // A later choice may have been made while this one waited.
        await oneAtATime(() => save(chosen ?? next));
      } finally {
        waitingCount -= 1;
        if (waitingCount === 0) {
          chosen = null;
          onSettled();
        }
      }
    },
  };
};
