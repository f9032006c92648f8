import { connectionAtom } from '../connection.ts';
import { store } from '../store.ts';

/** How often the role is requested if it could not be fetched although there is a live connection. */
const retryIntervalMs = 20_000;

/**
 * Fetches the user's role again while it is unconfirmed: when the connection has become live, and at intervals while it is live. The
 * intervals are needed because requests can fail although the connection is live.
 * @param dependencies.isRoleUnconfirmed returns whether the role is from the response cache, or unknown because the last attempt has failed.
 * @returns a function that ends the attempts.
 */
export const retryRoleWhenLive = ({
  isRoleUnconfirmed,
  refreshRole,
}: {
  isRoleUnconfirmed: () => boolean;
  refreshRole: () => Promise<void>;
}): (() => void) => {
  const retry = () => {
    if (store.get(connectionAtom) === 'live' && isRoleUnconfirmed()) void refreshRole();
  };
  const unsubscribe = store.sub(connectionAtom, retry);
  const timer = setInterval(retry, retryIntervalMs);
  return () => {
    unsubscribe();
    clearInterval(timer);
  };
};
