/**
 * Handles failures to load code that is loaded only when it is needed. The import of such code can fail without a connection, or after an
 * update of the server. The user is asked to reload the page, because Chromium does not request a module again after its import has failed.
 * The page never reloads without a click, because the user would lose typed text.
 */
import { atom } from 'jotai';
import { ApiError } from './api/api-error.ts';
import { logFailure } from './log-failure.ts';
import { store } from './store.ts';

/** The messages of Chromium, Firefox and Safari, and of Vite if styles are missing. Nothing else identifies such a failure. */
const failureMessages = /dynamically imported module|importing a module script|unable to preload css/i;

/** Returns whether an error says that code or its styles could not be loaded. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && failureMessages.test(error.message);

const missingCode = new ApiError({
  code: 'unavailable',
  detail: 'You may be offline, or Lyceum may have been updated. Select Retry to reload the page.',
});

/** Returns the error to show in place of a failed page or part. The Retry button beside it must reload the page. */
export const toShownError = (error: unknown): unknown => (isMissingCode(error) ? missingCode : error);

/** Whether the user is asked to reload the page. `ReloadNotice` shows it. */
export const isReloadNeededAtom = atom(false);

/** Logs that code could not be loaded, and asks the user to reload the page. For code without a place on the page that could show the error. */
export const reportMissingCode = (message: string, cause: unknown): void => {
  logFailure(message, cause);
  store.set(isReloadNeededAtom, true);
};

/**
 * Creates a function for code that the client requests again after a failure. Call the function with each failure. The first failure is only
 * logged, because in browsers other than Chromium the next request may succeed. After the second one, the user is asked to reload the page.
 * Later ones are only logged.
 */
export const createRetryReporter = (message: string): ((cause: unknown) => void) => {
  let failures = 0;
  return (cause) => {
    failures += 1;
    if (failures === 2) reportMissingCode(message, cause);
    else logFailure(message, cause);
  };
};
