import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api/api-error.ts';
import {
  createRetryReporter,
  isMissingCode,
  isReloadNeededAtom,
  reportMissingCode,
  toShownError,
} from './missing-code.ts';
import { store } from './store.ts';

afterEach(() => {
  store.set(isReloadNeededAtom, false);
  vi.restoreAllMocks();
});

test.each([
  ['Chromium', new TypeError('Failed to fetch dynamically imported module: http://x/assets/palette-1.js')],
  ['Firefox', new TypeError('error loading dynamically imported module: http://x/assets/palette-1.js')],
  ['Safari', new TypeError('Importing a module script failed.')],
  ['Vite, for styles,', new Error('Unable to preload CSS for http://x/assets/certificate-view-1.css')],
])('recognizes the error of %s and tells the user to reload the page', (_, error) => {
  expect(isMissingCode(error)).toBe(true);
  expect(toShownError(error)).toMatchObject({ message: expect.stringContaining('reload the page') });
});

test('leaves other errors unchanged', () => {
  const error = new ApiError({ code: 'unavailable', detail: 'Try later.' });
  expect(isMissingCode(error)).toBe(false);
  expect(toShownError(error)).toBe(error);
});

test('asks the user to reload the page after a failure', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  reportMissingCode('A part of the page could not be loaded.', new Error('no connection'));
  expect(store.get(isReloadNeededAtom)).toBe(true);
});

test('asks the user to reload the page once, after the second failure of code that is requested again', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const report = createRetryReporter('The code could not be loaded.');
  const fail = () => {
    report(new Error('no connection'));
    return store.get(isReloadNeededAtom);
  };
  expect(fail()).toBe(false);
  expect(fail()).toBe(true);
  // The user selects "Not now".
  store.set(isReloadNeededAtom, false);
  expect(fail()).toBe(false);
});
