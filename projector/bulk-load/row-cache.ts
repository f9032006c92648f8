/** Rows by key, split into recently changed rows and older ones. */
export type RowCache = {
  /** The number of recently changed rows. */
  readonly recentCount: number;
  get(key: string): object | undefined;
  set(key: string, row: object): void;
  delete(key: string): void;
  /** Returns the rows whose `column` has one of these values. */
  findByColumn(column: string, values: readonly string[]): [key: string, row: object][];
  /** Removes and returns the older rows. The recently changed rows become the older ones. */
  evictOld(): Map<string, object>;
  /** Removes and returns all rows. */
  evictAll(): Map<string, object>;
};

/**
 * Creates a cache with two generations: a changed row moves to the young generation, and an eviction empties the old
 * generation and makes the young one old. This is cheaper than ordering all rows by their last change.
 */
export const createRowCache = (): RowCache => {
  let [young, old] = [new Map<string, object>(), new Map<string, object>()];
  /** Keys by the value of one column, created by the first search. May still list rows that were deleted or changed later. */
  let index: { column: string; keys: Map<unknown, string[]> } | null = null;

  const addToIndex = (key: string, row: object, before?: object): void => {
    if (index === null) return;
    const value = (row as Record<string, unknown>)[index.column];
    // An unchanged value is already indexed. Adding it again would make the index grow with every change of the row.
    if (before !== undefined && (before as Record<string, unknown>)[index.column] === value) return;
    const keys = index.keys.get(value);
    if (keys === undefined) index.keys.set(value, [key]);
    else keys.push(key);
  };
  const get = (key: string) => young.get(key) ?? old.get(key);
  const getOrCreateIndex = (column: string) => {
    if (index?.column === column) return index;
    index = { column, keys: new Map() };
    for (const generation of [old, young]) for (const [key, row] of generation) addToIndex(key, row);
    return index;
  };

  return {
    get recentCount() {
      return young.size;
    },
    get,
    set(key, row) {
      if (index !== null) addToIndex(key, row, get(key));
      if (old.size > 0) old.delete(key);
      young.set(key, row);
    },
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
    findByColumn(column, values) {
      const found = new Map<string, object>();
      const { keys } = getOrCreateIndex(column);
      for (const value of values)
        for (const key of keys.get(value) ?? []) {
          const row = get(key);
          if (row && (row as Record<string, unknown>)[column] === value) found.set(key, row);
        }
      return [...found];
    },
    evictOld() {
      const evicted = old;
      [old, young] = [young, new Map()];
      index = null;
      return evicted;
    },
    evictAll() {
      const evicted = old.size === 0 ? young : new Map([...old, ...young]);
      [old, young] = [new Map(), new Map()];
      index = null;
      return evicted;
    },
  };
};
