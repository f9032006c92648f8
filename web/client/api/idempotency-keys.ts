import { v7 } from 'uuid';

/** Creates an idempotency key. It begins with the time, so that inserting it into the server's index is fast, however many keys are stored. */
export const createIdempotencyKey = (): string => v7();

/** For this long after an attempt without a definite answer, the same content is the same command, unless another command has been answered since. */
const maxIdleMs = 2 * 60_000;

/** Longer than the pause before an automatic retry of a command whose answer was lost. */
const maxRetryPauseMs = 5_000;

/** A command without a definite answer. */
type UnsettledCommand = {
  key: string;
  /** The number of its attempts that are in flight. */
  attempts: number;
  /** When the last attempt ended, in milliseconds since 1970. */
  endedAt: number;
  /** Whether another command was answered after an attempt of this one had ended. The other command may have undone the effect of this one. */
  isOutdated: boolean;
};

/**
 * Creates an object that assigns idempotency keys to commands by their content. A command keeps its key until the server has
 * given a definite answer, so that a second click or a retry after a lost connection or a timeout does not execute it twice.
 * Afterwards the same content is a new command with a new key. Otherwise the server would repeat the stored answer, and change nothing. For
 * the same reason, a command whose answer was lost gets a new key two minutes after its last attempt, or five seconds after it if another
 * command has been answered since.
 */
export const createIdempotencyKeys = ({ createKey = createIdempotencyKey, now = Date.now } = {}) => {
  const unsettled = new Map<string, UnsettledCommand>();

  const isCurrent = ({ attempts, endedAt, isOutdated }: UnsettledCommand): boolean =>
    attempts > 0 || now() - endedAt < (isOutdated ? maxRetryPauseMs : maxIdleMs);
  const forgetOldCommands = () => {
    for (const [content, command] of unsettled) if (!isCurrent(command)) unsettled.delete(content);
  };
  const findOrAdd = (content: string): UnsettledCommand => {
    forgetOldCommands();
    const known = unsettled.get(content);
    if (known !== undefined) return known;
    const added = { key: createKey(), attempts: 0, endedAt: now(), isOutdated: false };
    unsettled.set(content, added);
    return added;
  };

  return {
    /**
     * Begins an attempt to send a command.
     * @param ownKey the key of a command that has its own, for example of an outbox action.
     * @returns the key to send, and `end`. Call `end` when the attempt is over, with whether the server has given a definite answer.
     */
    begin(content: string, ownKey?: string): { key: string; end: (isDefinite: boolean) => void } {
      const command = ownKey === undefined ? findOrAdd(content) : null;
      if (command !== null) command.attempts += 1;
      const end = (isDefinite: boolean) => {
        if (command !== null) {
          command.attempts -= 1;
          command.endedAt = now();
        }
        if (!isDefinite) return;
        if (unsettled.get(content) === command) unsettled.delete(content);
        for (const other of unsettled.values()) if (other.attempts === 0) other.isOutdated = true;
      };
      return { key: command?.key ?? ownKey ?? createKey(), end };
    },
  };
};
