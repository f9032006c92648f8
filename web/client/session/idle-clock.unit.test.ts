import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdleClock } from './idle-clock.ts';

const minuteMs = 60_000;
let stored: number | null = null;
let storedTimes = 0;
const events: string[] = [];

const openTab = (timeoutMs = 15 * minuteMs) =>
  createIdleClock({
    timeoutMs,
    readLastInput: () => stored,
    storeLastInput: (time) => {
      stored = time;
      storedTimes += 1;
    },
    onWarning: () => events.push('warning'),
    onWarningEnd: () => events.push('warning ends'),
    onIdle: () => events.push('idle'),
  });

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  stored = null;
  storedTimes = 0;
  events.length = 0;
});
afterEach(() => vi.useRealTimers());

test('warns a minute before the end, and ends once', () => {
  openTab().start();
  vi.advanceTimersByTime(14 * minuteMs - 1);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(events).toEqual(['warning']);
  vi.advanceTimersByTime(minuteMs - 1);
  expect(events).toEqual(['warning']);
  vi.advanceTimersByTime(10 * minuteMs);
  expect(events).toEqual(['warning', 'warning ends', 'idle']);
});

test('warns after half of a short timeout', () => {
  openTab(minuteMs).start();
  vi.advanceTimersByTime(minuteMs / 2);
  expect(events).toEqual(['warning']);
});

test('restarts the timeout with each input, even during the warning', () => {
  const tab = openTab();
  tab.start();
  vi.advanceTimersByTime(14.5 * minuteMs);
  tab.recordInput();
  expect(events).toEqual(['warning', 'warning ends']);
  vi.advanceTimersByTime(14 * minuteMs - 1);
  expect(events).toHaveLength(2);
  vi.advanceTimersByTime(minuteMs + 1);
  expect(events.slice(2)).toEqual(['warning', 'warning ends', 'idle']);
});

test('counts input in another tab, with and without a call of `check`', () => {
  const tab = openTab();
  const other = openTab();
  tab.start();
  other.start();
  vi.advanceTimersByTime(10 * minuteMs);
  other.recordInput();
  // Nobody calls `check`: the timers read the stored time.
  vi.advanceTimersByTime(14 * minuteMs - 1);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(events).toEqual(['warning', 'warning']);
  other.recordInput();
  expect(events).toEqual(['warning', 'warning', 'warning ends']);
  tab.check();
  expect(events.at(-1)).toBe('warning ends');
  expect(events).toHaveLength(4);
});

test('ends the session at the first input after the computer has slept too long', () => {
  const tab = openTab();
  tab.start();
  // The time passes, but no timer fires.
  vi.setSystemTime(Date.now() + 60 * minuteMs);
  tab.recordInput();
  expect(events).toEqual(['idle']);
});

test('continues from the last input when the browser is opened again', () => {
  stored = Date.now() - 14.5 * minuteMs;
  openTab().start();
  expect(events).toEqual(['warning']);
  stored = Date.now() - 16 * minuteMs;
  openTab().start();
  expect(events).toEqual(['warning', 'idle']);
});

test('does nothing while it is stopped, and starts afresh after the next sign-in', () => {
  const tab = openTab();
  tab.start();
  vi.advanceTimersByTime(14.5 * minuteMs);
  tab.stop();
  expect(events).toEqual(['warning', 'warning ends']);
  stored = null;
  tab.recordInput();
  vi.advanceTimersByTime(60 * minuteMs);
  expect([stored, events.length]).toEqual([null, 2]);
  tab.start();
  vi.advanceTimersByTime(14 * minuteMs - 1);
  expect(events).toHaveLength(2);
});

test('works in a browser that stores nothing', () => {
  const tab = createIdleClock({
    timeoutMs: 15 * minuteMs,
    readLastInput: () => null,
    storeLastInput: () => {},
    onWarning: () => events.push('warning'),
    onWarningEnd: () => events.push('warning ends'),
    onIdle: () => events.push('idle'),
  });
  tab.start();
  vi.advanceTimersByTime(10 * minuteMs);
  tab.recordInput();
  vi.advanceTimersByTime(14 * minuteMs - 1);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(1 + minuteMs);
  expect(events).toEqual(['warning', 'warning ends', 'idle']);
});

test('stores many inputs at most once a second, and survives a clock that was set back', () => {
  const tab = openTab();
  tab.start();
  for (let input = 0; input < 100; input += 1) {
    vi.advanceTimersByTime(30);
    tab.recordInput();
  }
  // At the start, and after one and two seconds.
  expect(storedTimes).toBe(3);
  vi.setSystemTime(Date.now() - 60 * minuteMs);
  tab.recordInput();
  vi.advanceTimersByTime(13 * minuteMs);
  expect(events).toEqual([]);
});

test('keeps the session of an active user if another tab or the browser removes the stored time', () => {
  const tab = openTab();
  const other = openTab();
  tab.start();
  other.start();
  vi.advanceTimersByTime(10 * minuteMs);
  tab.recordInput();
  // The browser announces the stored time with an event, on which the other tab calls `check`.
  other.check();
  stored = null;
  other.check();
  vi.advanceTimersByTime(14 * minuteMs - 1);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(minuteMs + 1);
  expect(events).toContain('idle');
});

test("ends on time if the computer's clock is set back", () => {
  const tab = openTab();
  tab.start();
  vi.setSystemTime(Date.now() - 60 * minuteMs);
  tab.check();
  vi.advanceTimersByTime(15 * minuteMs);
  expect(events.at(-1)).toBe('idle');
});
