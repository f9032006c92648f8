import { connectionAtom } from '../connection.ts';
import { store } from '../store.ts';

/** How often the role is requested if it could not be fetched although there is a live connection. */
const retryIntervalMs = 20_000;

/**
 * Fetches a role again that could not be fetched: when the live connection is back, and at intervals while it is live. The socket can be live
 * while requests fail, and the last attempt to fetch the role may fail just after the connection is back.
 * @param dependencies.isRoleUnconfirmed returns whether the user's role could not be fetched from the server.
 * @returns a function that stops it.
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
