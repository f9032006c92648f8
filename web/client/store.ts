import { createStore } from 'jotai';

/** The Jotai store of this tab. React uses it through a Provider; code outside React imports it. */
export const store = createStore();
