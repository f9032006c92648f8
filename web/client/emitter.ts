type Emitter<T> = {
  /** Adds a listener. Returns a function that removes it. */
  on: (listener: (value: T) => void) => () => void;
  emit: (value: T) => void;
};

/** Creates an emitter. An error in one listener is reported and does not reach the others or the caller of `emit`. */
export const createEmitter = <T>(): Emitter<T> => {
  const listeners = new Set<(value: T) => void>();
  return {
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (value) => {
      for (const listener of [...listeners])
        try {
          listener(value);
        } catch (error) {
          reportError(error);
        }
    },
  };
};
