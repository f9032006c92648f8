import type { LoggedEvent } from '../../faults/accounting/compare-with-log.ts';

/** An act whose command was acknowledged. */
export type AcknowledgedAct = {
  /** The type of an event that the command must have appended; null if it may have appended none. */
  event: string | null;
  position: number;
  /** The milliseconds from the first attempt to the answer. */
  ms: number;
  attempts: number;
};

type AppendedEvent = Pick<LoggedEvent, 'position' | 'stream' | 'type' | 'commandId'>;

export type ActsComparison = {
  acknowledged: number;
  /**
   * Acts for which the command at the acknowledged position has no event of the expected type. If several acts share a command, all but
   * the first count as lost.
   */
  lost: number;
  /** Commands that were executed twice: their events are not adjacent, or a stream has two of their events with the same type. */
  executedTwice: number;
  isDense: boolean;
};

const isExecutedTwice = (events: readonly AppendedEvent[]): boolean => {
  const positions = events.map(({ position }) => position);
  const isAdjacent = Math.max(...positions) - Math.min(...positions) === events.length - 1;
  return !isAdjacent || new Set(events.map(({ stream, type }) => `${stream} ${type}`)).size < events.length;
};

/**
 * Compares acknowledged acts with the log. A repeated command keeps its command id, so two executions would show as too many events of one
 * command.
 * @param events all events after `after`, in order.
 */
export const compareActs = (
  acts: readonly AcknowledgedAct[],
  events: readonly AppendedEvent[],
  after: number,
): ActsComparison => {
  const byCommand = Map.groupBy(events, ({ commandId }) => commandId);
  const byPosition = new Map(events.map((event) => [event.position, event]));
  /** The commands whose events belong to an act that was compared before. */
  const claimed = new Set<string>();
  const isLost = ({ event, position }: AcknowledgedAct) => {
    if (event === null) return false;
    const commandId = byPosition.get(position)?.commandId;
    if (commandId === undefined || claimed.has(commandId)) return true;
    claimed.add(commandId);
    return !byCommand.get(commandId)?.some(({ type }) => type === event);
  };
  return {
    acknowledged: acts.length,
    lost: acts.filter(isLost).length,
    executedTwice: [...byCommand.values()].filter(isExecutedTwice).length,
    isDense: events.every(({ position }, index) => position === after + index + 1),
  };
};
