import { afterEach, expect, test, vi } from 'vitest';
import { readPageState } from './page-state.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const stubState = (textContent: string) =>
  vi.stubGlobal('document', { getElementById: () => ({ textContent }) });

test('reads the state that the server sent with the page', () => {
  const state = { queries: { mutations: [], queries: [] }, readAt: { logId: 'log', position: 7 } };
  stubState(JSON.stringify(state));
  expect(readPageState()).toEqual(state);
});

test('does not use the state of a page that has not arrived completely', () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue();
  stubState('{"queries":{"mutations":[],"quer');
  expect(readPageState()).toBeNull();
  expect(log).toHaveBeenCalledOnce();
});
