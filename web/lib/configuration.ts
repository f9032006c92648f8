import { type ClientConfiguration, clientConfiguration } from '#events/contract/configuration.ts';
import { get } from './api/get.ts';

/** What this place's server says of itself, so that one build serves everywhere. Throws an {@link ApiError}. */
export const fetchConfiguration = (): Promise<ClientConfiguration> =>
  get('/configuration.json', clientConfiguration);
