import { isSilent } from './action-kinds.ts';
import type { ActionStore } from './action-store.ts';
import type { PendingAction } from './pending-action.ts';

/**
 * Holds the actions of users whose session has ended. They are in the memory of this tab, because the next user of this browser
 * could read its storage. Silent actions are dropped, because the user never asked for them.
 * @param onChange called with the number of held actions.
 */
export const createHeldActions = (
  store: Pick<ActionStore, 'add' | 'takeOthers'>,
  onChange: (count: number) => void,
) => {
  let held: PendingAction[] = [];
  const setHeld = (actions: PendingAction[]): void => {
    held = actions;
    onChange(held.length);
  };
  return {
    /**
     * Removes the actions of all users but `uid` from the store.
     * @param shouldHold whether to hold the removed actions. If false, no actions are held afterwards.
     */
    takeOthers: async (uid: string | null, shouldHold: boolean): Promise<void> => {
      const removed = await store.takeOthers(uid);
      setHeld(shouldHold ? [...held, ...removed.filter((action) => !isSilent(action))] : []);
    },
    /**
     * Puts the held actions of the signed-in user back into the store, with their idempotency keys. Drops all other held actions.
     * @param uid the signed-in user.
     * @returns whether any actions were restored.
     */
    restore: async (uid: string): Promise<boolean> => {
      const own = held.filter((action) => action.uid === uid);
      for (const { order: _, ...action } of own) await store.add(action, () => false);
      setHeld([]);
      return own.length > 0;
    },
    drop: (uid: string): void => setHeld(held.filter((action) => action.uid !== uid)),
  };
};
