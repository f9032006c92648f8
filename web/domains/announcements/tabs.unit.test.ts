import { expect, test } from 'vitest';
import { openTabs } from './tabs.ts';

/** A page that is shown and hidden by the test; the locks are the real ones. */
class Page extends EventTarget {
  hidden: boolean;
  constructor(hidden: boolean) {
    super();
    this.hidden = hidden;
  }
  turn(hidden: boolean) {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}
const openTab = (hidden: boolean) => {
  const page = new Page(hidden);
  return { page, tabs: openTabs(navigator.locks, page as unknown as Document) };
};

test('of all tabs one decides about an announcement, once; about each for itself', async () => {
  const three = [openTab(true), openTab(true), openTab(true)].map(({ tabs }) => tabs);
  const ask = (id: string) => Promise.all(three.map((tab) => tab.isMine(id)));
  for (const id of ['first', 'second']) {
    expect((await ask(id)).filter(Boolean)).toHaveLength(1);
    expect((await ask(id)).filter(Boolean)).toHaveLength(0);
  }
});

test('it is looked at as long as one of the tabs is visible, whichever', async () => {
  const [one, other] = [openTab(true), openTab(true)];
  const everywhere = () => Promise.all([one.tabs.isLookedAt(), other.tabs.isLookedAt()]);
  expect(await everywhere()).toEqual([false, false]);
  const third = openTab(false);
  expect(await everywhere()).toEqual([true, true]);
  one.page.turn(false);
  third.page.turn(true);
  expect(await everywhere()).toEqual([true, true]);
  one.page.turn(true);
  await expect.poll(everywhere).toEqual([false, false]);
  // Turned while the lock is still being given.
  one.page.turn(false);
  one.page.turn(true);
  one.page.turn(false);
  await expect.poll(everywhere).toEqual([true, true]);
  one.page.turn(true);
  await expect.poll(everywhere).toEqual([false, false]);
});

test('without locks each tab is for itself', async () => {
  const hidden = openTabs(undefined, new Page(true) as unknown as Document);
  expect([await hidden.isMine('x'), await hidden.isMine('x'), await hidden.isLookedAt()]).toEqual([
    ...[true, true],
    false,
  ]);
});
