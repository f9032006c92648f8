import type { ClientConfiguration } from '#contract/configuration.ts';
import { onRefusal } from '../api/refusals.ts';
import { provideTokens, tokenNotGiven } from '../api/token.ts';
import { coursesKeys } from '../../domains/courses/keys.ts';
import { openPastIdentity } from '../identity/past.ts';
import { recordOrKept } from '../response-cache/record.ts';
import { connectionAtom } from '../live/connection.ts';
import { logFailure } from '../log-failure.ts';
import { queryClient } from '../query-client.ts';
import { store } from '../store.ts';
import { askRecord } from './ask-record.ts';
import { isOwnDeparture, onDepartureElsewhere, tellOtherTabs } from './departure.ts';
import { keepSession, type SessionKeeper } from './keeper.ts';
import { giveNotice } from './notices.ts';
import { sessionStateAtom } from './session.ts';
import { rememberSomebody, somebodyIsRemembered } from './somebody.ts';

/** A provider that never reports (a browser without storage, say) makes a visitor of everybody, not a page that hangs. */
const tokenWithinMs = 8_000;

const inTime = <T>(work: Promise<T>, ms: number): Promise<T | 'too late'> =>
  Promise.race([
    work,
    new Promise<'too late'>((resolve) => {
      setTimeout(resolve, ms, 'too late');
    }),
  ]);

let started: SessionKeeper | null = null;

/** The keeper of this tab's session, for the acts beside this file. */
export const keeper = (): SessionKeeper => {
  if (started === null) throw new Error('The session was not started.');
  return started;
};

/**
 * What one person was shown is nobody else's: it leaves the cache with them, and what is still on the page is asked for
 * again as whoever is there now. The catalogue is everybody's and stays.
 */
const forgetWhatThePersonSaw = () => {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== coursesKeys.all[0];
  queryClient.removeQueries({ type: 'inactive', predicate });
  void queryClient.resetQueries({ type: 'active', predicate });
};

let ending = false;

/** Ends the session of a person whose account was removed, and says so once, however many ways the news comes. */
export const endRemovedSession = (
  notice: 'account-removed' | 'account-deleted' = 'account-removed',
): void => {
  if (isOwnDeparture() || ending || keeper().now().person === null) return;
  ending = true;
  // One of them may be what deleted it, and have lost the answer.
  if (notice === 'account-deleted') tellOtherTabs();
  keeper()
    .signOut()
    .then(() => giveNotice(notice))
    .catch((cause: unknown) => logFailure('The session of a removed account could not be ended.', cause))
    .finally(() => {
      ending = false;
    });
};

/** The role rests on what was kept: it is asked again as soon as there is a line, once. */
const askWhenPossible = (): void => {
  const stop = store.sub(connectionAtom, () => {
    if (store.get(connectionAtom) !== 'live') return;
    stop();
    void keeper().askRole();
  });
};

/** Starts listening to the identity provider; called once, before the first render. */
export const startSession = (configuration: ClientConfiguration): void => {
  const session = keepSession({
    openIdentity: async () =>
      configuration.past
        ? openPastIdentity(configuration.past)
        : (await import('../identity/firebase.ts')).openIdentity(configuration),
    askRecord: (person) => recordOrKept(person.uid, () => askRecord(person), askWhenPossible),
    log: logFailure,
  });
  started = session;

  session.subscribe((state) => {
    const before = store.get(sessionStateAtom).person?.uid ?? null;
    store.set(sessionStateAtom, state);
    const uid = state.person?.uid ?? null;
    if (!state.loading) rememberSomebody(uid !== null);
    if (uid !== before && before !== null) forgetWhatThePersonSaw();
  });

  onDepartureElsewhere(() => endRemovedSession('account-deleted'));
  onRefusal((code) => {
    if (code === 'account-removed') endRemovedSession();
    if (code === 'registration-incomplete' && session.now().role.is === 'known') void session.askRole();
  });

  /** A visitor's first pages do not wait for the provider; who was signed in here before does, to be known at once. */
  provideTokens(async (fresh) => {
    const { loading, person } = session.now();
    if (person === null && (!loading || !somebodyIsRemembered())) return null;
    const token = await inTime(session.token({ refresh: fresh }), tokenWithinMs);
    if (token !== 'too late') return token;
    // Who is known to be there is no visitor because the provider is slow: their call may be made again.
    if (session.now().person !== null) throw tokenNotGiven();
    return null;
  });
};
