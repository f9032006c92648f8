import type { WaitingAct } from './waiting-act.ts';

/** Where acts are kept. Each call is whole or not at all. */
export type ActStore = {
  /**
   * Keeps an act behind all others. @param replacing the older ones that it makes pointless are taken out.
   * @returns those that were taken out.
   */
  add: (
    act: Omit<WaitingAct, 'order'>,
    replacing: (older: WaitingAct) => boolean,
  ) => Promise<readonly WaitingAct[]>;
  /** The person's acts in their order. */
  listOf: (uid: string) => Promise<WaitingAct[]>;
  /** Replaces an act that is still kept; says whether it was. */
  update: (act: WaitingAct) => Promise<boolean>;
  /** Says whether it was still kept. */
  remove: (act: Pick<WaitingAct, 'order'>) => Promise<boolean>;
  /** Takes out what anybody did before a time, also what another build kept and this one cannot read. */
  forgetBefore: (time: number) => Promise<void>;
};

/** For a browser that keeps nothing: acts wait for as long as the tab is open. */
export const actsInMemory = (): ActStore => {
  const acts = new Map<number, WaitingAct>();
  let last = 0;
  return {
    add: async (given, replacing) => {
      const replaced = [...acts.values()].filter(({ uid }) => uid === given.uid).filter(replacing);
      for (const { order } of replaced) acts.delete(order);
      acts.set(++last, { ...given, order: last });
      return replaced;
    },
    listOf: async (uid) => [...acts.values()].filter((act) => act.uid === uid),
    update: async (act) => {
      if (!acts.has(act.order)) return false;
      acts.set(act.order, act);
      return true;
    },
    remove: async ({ order }) => acts.delete(order),
    forgetBefore: async (time) => {
      for (const { order, madeAt } of [...acts.values()]) if (madeAt < time) acts.delete(order);
    },
  };
};
