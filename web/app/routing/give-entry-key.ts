/**
 * Gives the history entry of the loaded page a key, by which its scroll position is stored. Without it, React Router would use the same
 * key for all pages that were loaded in this tab: a typed address would open at the scroll position of another page. A reloaded
 * page keeps its key.
 */
export const giveEntryKey = (): void => {
  const state: unknown = history.state;
  const fields = typeof state === 'object' && state !== null ? state : {};
  if ('key' in fields) return;
  history.replaceState({ ...fields, key: Math.random().toString(36).slice(2) }, '');
};
