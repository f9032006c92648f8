/**
 * The acts of the person who is signed in, kept by the browser before they are sent and until they are answered: in their
 * order, each once, over a lost line, a reload and a crash. Several tabs share one queue; one at a time sends.
 */
import { ApiError } from '../api/api-error.ts';
import type { ActStore } from './act-store.ts';
import { type Kind, kindOf } from './kinds.ts';
import { droppedError, type News, type Problem, problemOf, type Settled, type TabMessage } from './news.ts';
import type { Alone } from './one-at-a-time.ts';
import { outcomeOf } from './outcome.ts';
import {
  isReplacedBy,
  isTooOld,
  keptForMs,
  longestPauseMs,
  mostActs,
  mostFailures,
  nextOf,
  pauseAfter,
} from './rules.ts';
import type { NewAct, WaitingAct } from './waiting-act.ts';

export type World = {
  store: ActStore;
  alone: Alone;
  /** The name of this tab. */
  tab: string;
  /** Whether the tab of that name is still open. */
  isOpen: (tab: string) => Promise<boolean>;
  /** One try; gives the checked answer. Rejects with what `outcomeOf` understands. */
  send: (act: WaitingAct) => Promise<unknown>;
  isOffline: () => boolean;
  now: () => number;
  /** To the other tabs. */
  post: (message: TabMessage) => void;
  /** @param signIn they wait for their person to sign in again. */
  show: (acts: readonly WaitingAct[], signIn: boolean) => void;
  say: (news: News) => void;
  log: (message: string, cause: unknown) => void;
};

/** As it will be sent: what JSON leaves out (undefined) is left out. */
const plain = <T>(given: T): T => JSON.parse(JSON.stringify(given));

/** When to look again after what was not tried yet, should the sending of it have broken off. */
const lookAgainMs = 2_000;
/** How much later another tab sends what this one should have sent. */
const forOthersAfterMs = 30_000;

export type Outbox = ReturnType<typeof createOutbox>;

export const createOutbox = (world: World) => {
  let uid: string | null = null;
  let signIn = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let draining: Promise<void> | null = null;
  /** What is asked of the draining that is under way: to look again, and at once. */
  let again: { hurry: boolean } | null = null;
  let reading = 0;
  let sent: WaitingAct[] = [];
  const waiters = new Map<string, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  const lockOf = (person: string) => `lyceum-outbox ${person}`;

  /** The tab in which an act was done sends it; another does when that one has not, being gone or asleep. */
  const dueAt = ({ tab, notBefore, madeAt }: WaitingAct): number =>
    tab === world.tab ? notBefore : Math.max(notBefore, madeAt) + forOthersAfterMs;

  /** Shows what is kept, and has the next one tried when its time comes, in whatever tab. */
  const refresh = async (): Promise<void> => {
    const mine = ++reading;
    const person = uid;
    const acts = person === null ? [] : await world.store.listOf(person);
    // A later reading has seen more.
    if (mine !== reading || person !== uid) return;
    world.show(acts, signIn);
    clearTimeout(timer);
    const next = nextOf(acts);
    if (next === undefined || signIn) return;
    const pause = Math.max(dueAt(next) - world.now(), next.tries === 0 ? lookAgainMs : 0);
    timer = setTimeout(() => void wake(), Math.min(pause, longestPauseMs));
  };
  const changed = async (person: string): Promise<void> => {
    world.post({ uid: person, is: 'changed' });
    await refresh();
  };

  const carryOut = (settled: Settled): void => {
    const kind = kindOf(settled.act);
    try {
      if (settled.is === 'answered') kind?.answered?.(settled.answer, settled.act);
      else kind?.refused?.(settled.act);
    } catch (cause) {
      world.log('The answer to an act could not be shown.', cause);
    }
  };
  /** The page that waits for this act hears of it. @returns whether there is one in this tab. */
  const tellWaiter = (settled: Settled): boolean => {
    const waiter = waiters.get(settled.act.key);
    waiters.delete(settled.act.key);
    if (settled.is === 'answered') waiter?.resolve(settled.answer);
    else if (settled.is === 'dropped') waiter?.reject(droppedError());
    else waiter?.reject(new ApiError(settled.problem));
    return waiter !== undefined;
  };
  const settle = async (settled: Settled): Promise<void> => {
    const { act } = settled;
    carryOut(settled);
    const heard = tellWaiter(settled) || settled.is === 'dropped' || kindOf(act)?.silent === true;
    world.post({ uid: act.uid, is: 'settled', settled });
    await refresh();
    if (heard || (act.tab !== world.tab && (await world.isOpen(act.tab)))) return;
    if (settled.is === 'answered') sent.push(act);
    if (settled.is === 'refused') world.say({ is: 'refused', act, sentence: settled.problem.detail });
  };
  /** It will not be sent: what somebody typed is put aside, the rest is taken out. */
  const refuse = async (act: WaitingAct, problem: Problem): Promise<void> => {
    if (kindOf(act)?.keepsText) await world.store.update({ ...act, problem: problem.detail });
    else await world.store.remove(act);
    await settle({ is: 'refused', act, problem });
  };

  /** @returns whether the act is settled, so that the next one may go. */
  const afterFailure = async (act: WaitingAct, error: unknown): Promise<boolean> => {
    const outcome = outcomeOf(error);
    const failures = act.failures + (outcome.is === 'failed' ? 1 : 0);
    if (outcome.is === 'refused' || failures >= mostFailures) {
      await refuse(act, problemOf(error));
      return true;
    }
    signIn = outcome.is === 'sign-in';
    const tries = act.tries + 1;
    const asked = outcome.is === 'later' ? (outcome.afterMs ?? 0) : 0;
    const notBefore = world.now() + Math.max(asked, pauseAfter(tries));
    await world.store.update({ ...act, tries, failures, notBefore });
    await changed(act.uid);
    return false;
  };
  const dropTooOld = async (person: string): Promise<void> => {
    const old = (await world.store.listOf(person)).filter((act) => isTooOld(act, world.now()));
    const dropped: WaitingAct[] = [];
    // Of several tabs that open at once, one says it.
    for (const act of old) if (await world.store.remove(act)) dropped.push(act);
    for (const act of dropped) await settle({ is: 'dropped', act });
    const told = dropped.filter((act) => !kindOf(act)?.silent);
    if (told.length > 0) world.say({ is: 'too-old', acts: told });
  };
  const tryNext = async (person: string, hurry: boolean): Promise<boolean> => {
    const act = nextOf(await world.store.listOf(person));
    if (act === undefined || person !== uid) return false;
    // A tab that slept for weeks: the server may have forgotten a first try by now.
    if (isTooOld(act, world.now())) {
      await dropTooOld(person);
      return true;
    }
    if (!hurry && dueAt(act) > world.now()) {
      await refresh();
      return false;
    }
    let answer: unknown;
    try {
      answer = await world.send(act);
    } catch (error) {
      return afterFailure(act, error);
    }
    signIn = false;
    const detail = kindOf(act)?.problemIn?.(answer) ?? null;
    if (detail !== null) await refuse(act, { ...problemOf(null), code: 'not-done', detail });
    else {
      await world.store.remove(act);
      await settle({ is: 'answered', act, answer });
    }
    return true;
  };
  const drain = async (hurry: boolean): Promise<void> => {
    for (let goesOn = true; goesOn; ) {
      const person = uid;
      if (person === null || (world.isOffline() && !hurry)) break;
      goesOn = await world.alone(lockOf(person), () => tryNext(person, hurry));
    }
    if (sent.length > 0) world.say({ is: 'sent', acts: sent });
    sent = [];
  };
  /** Sends what is due, or with `hurry` what waits; resolves when there is nothing more to be done for now. */
  const wake = (hurry = false): Promise<void> => {
    if (draining !== null) {
      again = { hurry: hurry || again?.hurry === true };
      return draining;
    }
    const work = async () => {
      try {
        for (let next: { hurry: boolean } | null = { hurry }; next !== null; next = again) {
          again = null;
          await drain(next.hurry);
        }
      } catch (cause) {
        world.log('What waits could not be sent.', cause);
      } finally {
        draining = null;
      }
    };
    draining = work();
    return draining;
  };

  const mine = async (key: string): Promise<WaitingAct | undefined> =>
    uid === null ? undefined : (await world.store.listOf(uid)).find((act) => act.key === key);

  const take = async (act: WaitingAct): Promise<boolean> => {
    // Not while a try is under way: nobody could say then whether it was done.
    const taken = await world.alone(lockOf(act.uid), () => world.store.remove(act));
    if (taken) await settle({ is: 'dropped', act });
    return taken;
  };

  return {
    wake,
    /** From now on the acts of this person are shown and sent, nobody else's. Null: nobody is there. */
    follow: async (person: string | null): Promise<void> => {
      if (person === uid) return;
      uid = person;
      signIn = false;
      for (const { reject } of waiters.values()) reject(droppedError());
      waiters.clear();
      try {
        if (person !== null) await dropTooOld(person);
        await refresh();
      } catch (cause) {
        world.log('What waits could not be read.', cause);
      }
      await wake(true);
    },
    /** Takes out what is too old of whoever was here, also of those who never come back. Called when it is known who is here. */
    tidy: (): Promise<void> =>
      world.store
        .forgetBefore(world.now() - keptForMs)
        .catch((cause: unknown) => world.log('What is too old could not be dropped.', cause)),
    /** Another tab says something. */
    hear: (message: TabMessage): void => {
      if (message.uid !== uid) return;
      if (message.is === 'settled') {
        carryOut(message.settled);
        tellWaiter(message.settled);
      }
      refresh().catch((cause: unknown) => world.log('What waits could not be read.', cause));
    },
    /**
     * Keeps an act and sends it when its turn comes. Resolves with its answer, which may be long after.
     * @throws ApiError when it is refused, dropped, or cannot be kept.
     */
    put: async (kind: Kind, given: NewAct): Promise<unknown> => {
      const person = uid;
      if (person === null)
        throw new ApiError({ code: 'sign-in-ended', detail: 'Your sign-in has ended. Please log in again.' });
      const kept = await world.store.listOf(person);
      if (kept.length >= mostActs)
        throw new ApiError({
          code: 'too-many-wait',
          detail:
            'Too much is waiting to be sent already. It can be sent or dropped from the list of what waits.',
        });
      const key = crypto.randomUUID();
      const answer = new Promise<unknown>((resolve, reject) => waiters.set(key, { resolve, reject }));
      try {
        const replaced = await world.store.add(
          {
            ...{ ...plain(given), uid: person, key, kind: kind.name, tab: world.tab, madeAt: world.now() },
            ...{ tries: 0, failures: 0, notBefore: 0, problem: null },
          },
          (older) => kind.replaces === true && older.kind === kind.name && isReplacedBy(given, older),
        );
        for (const act of replaced) await settle({ is: 'dropped', act });
      } catch (cause) {
        waiters.delete(key);
        world.log('An act could not be kept.', cause);
        throw new ApiError({
          code: 'not-kept',
          detail: 'This browser has no room to keep what you do. Free some storage and try again.',
        });
      }
      await changed(person);
      void wake();
      return answer;
    },
    /** Takes an act out; false when it was answered already. Waits for a try that is under way. */
    drop: async (key: string): Promise<boolean> => {
      const act = await mine(key);
      return act !== undefined && (await take(act));
    },
    /** Takes out all that the person has here. @param person also one who is gone meanwhile. */
    dropAll: async (person: string): Promise<void> => {
      for (const act of await world.store.listOf(person)) await take(act);
    },
    /** Sends what was put aside once more, with the same key: if it was done after all, it stays done once. */
    sendAgain: async (key: string): Promise<void> => {
      const act = await mine(key);
      if (act === undefined) return;
      await world.store.update({ ...act, problem: null, tries: 0, failures: 0, notBefore: 0 });
      await changed(act.uid);
      await wake(true);
    },
  };
};
