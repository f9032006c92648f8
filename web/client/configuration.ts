import { atom } from 'jotai';
import { type ClientConfiguration, clientConfiguration } from '#contract/schemas/configuration.ts';
import { get } from './api/get.ts';

/** Fetches the configuration of this deployment, so that one build runs everywhere. @throws ApiError */
export const fetchConfiguration = (): Promise<ClientConfiguration> =>
  get('/configuration.json', clientConfiguration);

/** The configuration. It is set before the first page is shown. */
export const configurationAtom = atom<ClientConfiguration | null>(null);
