import { expect, test } from 'vitest';
import { whenVisible } from './when-visible.ts';

/** A page that the test shows and hides. */
class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'hidden';
  show(visibilityState: DocumentVisibilityState) {
    this.visibilityState = visibilityState;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

test('waits until the page is visible, and calls the function once', () => {
  const page = new Page();
  let calls = 0;
  const call = () => {
    calls += 1;
  };
  whenVisible(call, page as unknown as Document);
  page.show('hidden');
  expect(calls).toBe(0);
  page.show('visible');
  page.show('hidden');
  page.show('visible');
  expect(calls).toBe(1);
  whenVisible(call, page as unknown as Document);
  expect(calls).toBe(2);
});
