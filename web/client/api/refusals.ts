type Listener = (code: string) => void;

const listeners = new Set<Listener>();

/** Has `listener` told the code of every call that the server refuses with 403; some concern more than the call. */
export const onRefusal = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const tellRefusal = (code: string): void => {
  for (const listener of listeners) listener(code);
};
