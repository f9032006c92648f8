/** The name of this tab, another after each reload. */
export const tabName: string = crypto.randomUUID();

const lockOf = (tab: string) => `lyceum-tab ${tab}`;

// Held for as long as the page is there, so that other tabs can see that it is.
void navigator.locks?.request(lockOf(tabName), () => new Promise(() => {}));

/** Whether the tab of that name is open; false where that cannot be known. */
export const isTabOpen = async (tab: string): Promise<boolean> => {
  const held = (await navigator.locks?.query())?.held ?? [];
  return held.some(({ name }) => name === lockOf(tab));
};
