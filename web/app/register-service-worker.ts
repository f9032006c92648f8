import { logFailure } from '../client/log-failure.ts';

/**
 * Has the browser keep the client's own files, so that it starts without a line (see `offline/service-worker.js`). Only what was
 * built is kept, and only once the page stands: nothing is slower for it.
 */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker
      .register('/service-worker.js', { updateViaCache: 'none' })
      .catch((cause: unknown) => logFailure('The client could not be kept for use without a line.', cause));
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
};
