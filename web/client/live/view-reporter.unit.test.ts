import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AttendedView } from '#contract/schemas/presence.ts';
import { createViewReporter } from './view-reporter.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const optics: AttendedView = { at: 'course', courseId: 'a0000000-0000-4000-8000-000000000000' };
const acoustics: AttendedView = { at: 'course', courseId: 'b0000000-0000-4000-8000-000000000000' };

const setup = () => {
  const reports: (AttendedView | null)[] = [];
  const refusals: (() => void)[] = [];
  const reporter = createViewReporter((view, onRefused) => {
    reports.push(view);
    refusals.push(onRefused);
  });
  return { ...reporter, reports, refusals };
};
const flushMicrotasks = () => vi.advanceTimersByTimeAsync(0);

test('reports a view when it is shown, and reports null once when it is hidden', async () => {
  const { show, reports } = setup();
  const hide = show(optics);
  await flushMicrotasks();
  hide();
  await flushMicrotasks();
  hide();
  await flushMicrotasks();
  expect(reports).toEqual([optics, null]);
});

test('reports only the new view when one replaces another', async () => {
  const { show, reports } = setup();
  const hideFirst = show(optics);
  await flushMicrotasks();
  show(acoustics);
  hideFirst();
  await flushMicrotasks();
  expect(reports).toEqual([optics, acoustics]);
});

test('does not report a view that is hidden again immediately', async () => {
  const { show, reports } = setup();
  show(optics)();
  await flushMicrotasks();
  expect(reports).toEqual([]);
});

test('reports again only while a view is shown', async () => {
  const { show, reportAgain, reports } = setup();
  reportAgain();
  await flushMicrotasks();
  expect(reports).toEqual([]);
  const hide = show(optics);
  await flushMicrotasks();
  reportAgain();
  await flushMicrotasks();
  hide();
  await flushMicrotasks();
  reportAgain();
  await flushMicrotasks();
  expect(reports).toEqual([optics, optics, null]);
});

test('retries a refused report as long as the view is shown', async () => {
  const { show, reports, refusals } = setup();
  const hide = show(optics);
  await flushMicrotasks();
  refusals[0]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reports).toEqual([optics, optics]);
  refusals[1]?.();
  hide();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reports).toEqual([optics, optics, null]);
});

test('retries a refused report that no view is shown', async () => {
  const { show, reports, refusals } = setup();
  const hide = show(optics);
  await flushMicrotasks();
  hide();
  await flushMicrotasks();
  refusals[1]?.();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reports).toEqual([optics, null, null]);
});
