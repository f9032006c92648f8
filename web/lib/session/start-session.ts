import type { ClientConfiguration } from '#events/contract/configuration.ts';
import { store } from '../store.ts';
import { sessionAtom } from './session.ts';

/** Starts listening to the identity provider; called once, before the first render. */
export const startSession = (_configuration: ClientConfiguration): void => {
  store.set(sessionAtom, { status: 'visitor' });
};
