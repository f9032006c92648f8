import { logFailure } from '../client/log-failure.ts';

/**
 * Registers the service worker (`offline/service-worker.js`), which caches the client's files for use without a connection.
 * Does so only in a production build, and only after the page has loaded, so that the downloads do not slow down the page.
 */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker
      .register('/service-worker.js', { updateViaCache: 'none' })
      .catch((cause: unknown) => logFailure('The service worker could not be registered.', cause));
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
};
