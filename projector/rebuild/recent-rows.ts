/** Rows by key, those that changed lately apart from those that did not. */
export type RecentRows = {
  /** How many rows changed lately. */
  readonly lately: number;
  get(key: string): object | undefined;
  set(key: string, row: object): void;
  delete(key: string): void;
  /** The rows whose `column` is one of these values. */
  having(column: string, values: readonly string[]): [key: string, row: object][];
  /** Takes out all rows but those that changed lately, with their keys. */
  takeOld(): Map<string, object>;
  /** Takes out all rows. */
  takeAll(): Map<string, object>;
};

/**
 * Two generations: a row that changes moves to the younger one; when the older one is taken out, the younger takes its place. That costs
 * less than an order of all rows by their last change.
 */
export const recentRows = (): RecentRows => {
  let [young, old] = [new Map<string, object>(), new Map<string, object>()];
  /** Keys by what stands in a column, if somebody asked; may name rows that are gone or are others by now. */
  let index: { column: string; keys: Map<unknown, string[]> } | null = null;

  const note = (key: string, row: object, before?: object): void => {
    if (index === null) return;
    const value = (row as Record<string, unknown>)[index.column];
    // Not with every change: what is remembered of a row must not grow with what happens to it.
    if (before !== undefined && (before as Record<string, unknown>)[index.column] === value) return;
    const known = index.keys.get(value);
    if (known === undefined) index.keys.set(value, [key]);
    else known.push(key);
  };
  const get = (key: string) => young.get(key) ?? old.get(key);
  const indexOf = (column: string) => {
    if (index?.column === column) return index;
    index = { column, keys: new Map() };
    for (const generation of [old, young]) for (const [key, row] of generation) note(key, row);
    return index;
  };

  return {
    get lately() {
      return young.size;
    },
    get,
    set(key, row) {
      if (index !== null) note(key, row, get(key));
      if (old.size > 0) old.delete(key);
      young.set(key, row);
    },
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
    having(column, values) {
      const found = new Map<string, object>();
      const { keys } = indexOf(column);
      for (const value of values)
        for (const key of keys.get(value) ?? []) {
          const row = get(key);
          if (row && (row as Record<string, unknown>)[column] === value) found.set(key, row);
        }
      return [...found];
    },
    takeOld() {
      const taken = old;
      [old, young] = [young, new Map()];
      index = null;
      return taken;
    },
    takeAll() {
      const taken = old.size === 0 ? young : new Map([...old, ...young]);
      [old, young] = [new Map(), new Map()];
      index = null;
      return taken;
    },
  };
};
