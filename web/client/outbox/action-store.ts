import type { PendingAction } from './pending-action.ts';

/** Stores pending actions. Each call is atomic. */
export type ActionStore = {
  /**
   * Appends an action to the queue and removes the older ones that it replaces.
   * @returns the removed actions.
   */
  add: (
    action: Omit<PendingAction, 'order'>,
    isReplaced: (older: PendingAction) => boolean,
  ) => Promise<readonly PendingAction[]>;
  /** Returns the user's actions that this build can read, in queue order. */
  list: (uid: string) => Promise<PendingAction[]>;
  /** Replaces a stored action. Returns false if it had already been removed. */
  update: (action: PendingAction) => Promise<boolean>;
  /** Returns false if the action had already been removed. */
  remove: (action: Pick<PendingAction, 'order'>) => Promise<boolean>;
  /** Removes the actions that were made before `time` (ms since 1970), including those that this build cannot read. */
  removeBefore: (time: number) => Promise<void>;
  /**
   * Removes the actions of all users but `uid`, including those that this build cannot read.
   * @param uid null removes the actions of all users.
   * @returns the removed actions that this build can read, in queue order.
   */
  takeOthers: (uid: string | null) => Promise<PendingAction[]>;
};

/** Creates a store for browsers without IndexedDB. Its actions are lost when the tab is closed or reloaded. */
export const createMemoryActionStore = (): ActionStore => {
  const actions = new Map<number, PendingAction>();
  let lastOrder = 0;
  const list = (owner: string) => [...actions.values()].filter(({ uid }) => uid === owner);
  return {
    add: async (action, isReplaced) => {
      const replaced = list(action.uid).filter(isReplaced);
      for (const { order } of replaced) actions.delete(order);
      actions.set(++lastOrder, { ...action, order: lastOrder });
      return replaced;
    },
    list: async (uid) => list(uid),
    update: async (action) => {
      if (!actions.has(action.order)) return false;
      actions.set(action.order, action);
      return true;
    },
    remove: async ({ order }) => actions.delete(order),
    removeBefore: async (time) => {
      for (const { order, madeAt } of [...actions.values()]) if (madeAt < time) actions.delete(order);
    },
    takeOthers: async (uid) => {
      const others = [...actions.values()].filter((action) => action.uid !== uid);
      for (const { order } of others) actions.delete(order);
      return others;
    },
  };
};
