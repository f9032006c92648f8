import { expect, test } from 'vitest';
import { openBrowserTabs } from './browser-tabs.ts';

/** A page that the test shows and hides. The locks are real. */
class Page extends EventTarget {
  hidden: boolean;
  constructor(hidden: boolean) {
    super();
    this.hidden = hidden;
  }
  setHidden(hidden: boolean) {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}
const openTab = (hidden: boolean) => {
  const page = new Page(hidden);
  return { page, tabs: openBrowserTabs(navigator.locks, page as unknown as Document) };
};

test('only one tab claims an announcement, and only once', async () => {
  const tabs = [openTab(true), openTab(true), openTab(true)].map((tab) => tab.tabs);
  const claimInAll = (id: string) => Promise.all(tabs.map((tab) => tab.claim(id)));
  for (const id of ['first', 'second']) {
    expect((await claimInAll(id)).filter(Boolean)).toHaveLength(1);
    expect((await claimInAll(id)).filter(Boolean)).toHaveLength(0);
  }
});

test('all tabs report whether any tab is visible', async () => {
  const first = openTab(true);
  const second = openTab(true);
  const inBothTabs = () => Promise.all([first.tabs.isAnyVisible(), second.tabs.isAnyVisible()]);
  expect(await inBothTabs()).toEqual([false, false]);
  const third = openTab(false);
  expect(await inBothTabs()).toEqual([true, true]);
  first.page.setHidden(false);
  third.page.setHidden(true);
  expect(await inBothTabs()).toEqual([true, true]);
  first.page.setHidden(true);
  await expect.poll(inBothTabs).toEqual([false, false]);
  // The page changes while the lock is still being granted.
  first.page.setHidden(false);
  first.page.setHidden(true);
  first.page.setHidden(false);
  await expect.poll(inBothTabs).toEqual([true, true]);
  first.page.setHidden(true);
  await expect.poll(inBothTabs).toEqual([false, false]);
});

test('every tab acts alone where the browser has no locks', async () => {
  const hidden = openBrowserTabs(undefined, new Page(true) as unknown as Document);
  expect([await hidden.claim('x'), await hidden.claim('x'), await hidden.isAnyVisible()]).toEqual([
    true,
    true,
    false,
  ]);
});
