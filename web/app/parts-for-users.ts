/**
 * Loads what only signed-in users need on every page, for example the outbox, drafts, and the clean-up after a session. These parts are
 * loaded together with the identity provider: at the start if a user may be signed in, otherwise before somebody can sign in. Thus actions
 * from before a reload are sent on any page, and the data that an ended session has left behind is removed.
 */
import type { ClientConfiguration } from '#contract/schemas/configuration.ts';

const { promise: allowed, resolve } = Promise.withResolvers<ClientConfiguration>();

/**
 * Lets the parts start as soon as they are loaded. Called once: after the client has taken over a rendered page, or before it renders
 * the page itself.
 */
export const allowPartsForUsers: (configuration: ClientConfiguration) => void = resolve;

type PartsForUsers = Pick<typeof import('./start-for-users.ts'), 'fetchUserRecord'>;

let loading: Promise<PartsForUsers> | null = null;

/** Resolves when the parts are loaded. {@link allowPartsForUsers} lets them start. After a failure the next call tries again. */
export const loadPartsForUsers = (): Promise<PartsForUsers> => {
  loading ??= import('./start-for-users.ts').then(
    ({ startForUsers, fetchUserRecord }) => {
      void allowed.then(startForUsers);
      return { fetchUserRecord };
    },
    (cause: unknown) => {
      loading = null;
      throw cause;
    },
  );
  return loading;
};
