import { createStore } from 'jotai';

/**
 * The one jotai store of this tab: React reads it through its Provider, and what is not React (the api client, the
 * socket, the identity provider's listener) through this export.
 */
export const store = createStore();
