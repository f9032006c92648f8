import { backoffMs } from '#concurrency/backoff-ms.ts';
import { pause } from '#concurrency/pause.ts';
import { connectionAtom } from '../../client/connection.ts';
import { createRetryReporter } from '../../client/missing-code.ts';
import { store } from '../../client/store.ts';

const retryBackoff = { firstMs: 1_000, maxMs: 30_000 };

/**
 * Loads the code of the live connection and opens it. Nothing is missed meanwhile: the first handshake asks for all updates
 * since the earliest answer of this tab. Retries until the code is loaded. After the second failure, the user is asked to
 * reload the page. Called once.
 */
export const startLiveConnection = async (): Promise<void> => {
  const reportFailure = createRetryReporter('The code of the live connection could not be loaded.');
  for (let failures = 0; ; failures += 1) {
    try {
      const { openWithHandlers } = await import('./live-connection.ts');
      openWithHandlers();
      return;
    } catch (cause) {
      reportFailure(cause);
      store.set(connectionAtom, navigator.onLine ? 'reconnecting' : 'offline');
      await pause(backoffMs(failures, retryBackoff));
    }
  }
};
