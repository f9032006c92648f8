import type { WaitingAct } from './waiting-act.ts';

/** Where acts are kept. Each call is whole or not at all. */
export type ActStore = {
  /**
   * Keeps an act behind all others, and gives its place. @param replacing acts of this kind and concern that were not tried
   * yet are taken out: of several only the newest counts.
   */
  add: (act: Omit<WaitingAct, 'order'>, options?: { replacing: boolean }) => Promise<WaitingAct>;
  /** The person's acts in their order. */
  listOf: (uid: string) => Promise<WaitingAct[]>;
  /** Replaces an act that is still kept; says whether it was. */
  update: (act: WaitingAct) => Promise<boolean>;
  /** Says whether it was still kept. */
  remove: (act: Pick<WaitingAct, 'order'>) => Promise<boolean>;
};

/** For a browser that keeps nothing: acts wait for as long as the tab is open. */
export const actsInMemory = (): ActStore => {
  const acts = new Map<number, WaitingAct>();
  let last = 0;
  return {
    add: async (given, options) => {
      if (options?.replacing)
        for (const { order, uid, kind, about, tries } of acts.values())
          if (uid === given.uid && kind === given.kind && about === given.about && tries === 0)
            acts.delete(order);
      const act = { ...given, order: ++last };
      acts.set(act.order, act);
      return act;
    },
    listOf: async (uid) => [...acts.values()].filter((act) => act.uid === uid),
    update: async (act) => {
      if (!acts.has(act.order)) return false;
      acts.set(act.order, act);
      return true;
    },
    remove: async ({ order }) => acts.delete(order),
  };
};
