import type { ClientConfiguration } from '#events/contract/configuration.ts';
import { ApiError } from '../api/api-error.ts';
import { provideTokens } from '../api/token.ts';
import { logFailure } from '../log-failure.ts';
import { queryClient } from '../query-client.ts';
import { store } from '../store.ts';
import { askRecord } from './ask-record.ts';
import { keepSession, type SessionKeeper } from './keeper.ts';
import { giveNotice } from './notices.ts';
import { sessionStateAtom } from './session.ts';
import { rememberSomebody, somebodyIsRemembered } from './somebody.ts';

/** A provider that never reports (a browser without storage, say) makes a visitor of everybody, not a page that hangs. */
const tokenWithinMs = 8_000;

let started: SessionKeeper | null = null;

/** The keeper of this tab's session, for the acts beside this file. */
export const keeper = (): SessionKeeper => {
  if (started === null) throw new Error('The session was not started.');
  return started;
};

/** What one person was shown is nobody else's: it leaves the cache with them; public lists are merely asked for again. */
const forgetWhatThePersonSaw = () => {
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.invalidateQueries();
};

/** Starts listening to the identity provider; called once, before the first render. */
export const startSession = (configuration: ClientConfiguration): void => {
  const session = keepSession({
    openIdentity: async () => (await import('../identity/firebase.ts')).openIdentity(configuration),
    askRecord: async (person) => {
      try {
        return await askRecord(person);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'account-removed') {
          await session.signOut();
          giveNotice('account-removed');
        }
        throw error;
      }
    },
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

  /** A visitor's first pages do not wait for the provider; who was signed in here before does, to be known at once. */
  provideTokens(async (fresh) => {
    const { loading, person } = session.now();
    if (person === null && (!loading || !somebodyIsRemembered())) return null;
    const tooLate = new Promise<null>((resolve) => setTimeout(resolve, tokenWithinMs, null));
    return Promise.race([session.token({ refresh: fresh }), tooLate]);
  });
};
