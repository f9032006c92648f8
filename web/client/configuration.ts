import { atom } from 'jotai';
import { type ClientConfiguration, clientConfiguration } from '#contract/configuration.ts';
import { get } from './api/get.ts';

/** What this place's server says of itself, so that one build serves everywhere. Throws an {@link ApiError}. */
export const fetchConfiguration = (): Promise<ClientConfiguration> =>
  get('/configuration.json', clientConfiguration);

/** The configuration once the client has started; pages are shown only then. */
export const configurationAtom = atom<ClientConfiguration | null>(null);
