import { atom } from 'jotai';
import { pause } from '#concurrency/pause.ts';
import { type ClientConfiguration, clientConfiguration } from '#contract/schemas/configuration.ts';
import { get } from './api/get.ts';
import { retryDelayMs, shouldRetry } from './api/retry-rules.ts';

/**
 * Fetches the configuration of this deployment, so that one build runs everywhere. The client cannot start without it, so a
 * transient failure is retried.
 * @throws ApiError
 */
export const fetchConfiguration = async (): Promise<ClientConfiguration> => {
  for (let retries = 0; ; retries += 1)
    try {
      return await get('/configuration.json', clientConfiguration);
    } catch (error) {
      if (!shouldRetry(retries, error)) throw error;
      await pause(retryDelayMs(retries, error));
    }
};

/** The configuration. It is set before the client renders the first page. */
export const configurationAtom = atom<ClientConfiguration | null>(null);
