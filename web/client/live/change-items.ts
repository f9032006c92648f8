/** Changes the items that match. Returns the same list if none does. */
export const changeItems = <Item>(
  list: readonly Item[],
  isMatch: (item: Item) => boolean,
  changes: Partial<Item>,
): readonly Item[] =>
  list.some(isMatch) ? list.map((item) => (isMatch(item) ? { ...item, ...changes } : item)) : list;
