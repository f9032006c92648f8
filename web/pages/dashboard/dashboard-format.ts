import type { Dashboard } from '#contract/schemas/dashboard.ts';
import type { Connection } from '../../client/connection.ts';
import type { ChipTone } from '../../ui/chip.tsx';

const numberFormat = new Intl.NumberFormat('en');
const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const shortTimeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

export const formatNumber = (count: number): string => numberFormat.format(count);

/** Formats a count: '1 tab', '2 tabs'. */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${numberFormat.format(count)} ${count === 1 ? singular : plural}`;

export const formatTime = (at: string): string => timeFormat.format(new Date(at));
export const formatMinute = (at: string): string => shortTimeFormat.format(new Date(at));

/** Returns the words before the time of the shown figures. */
export const describeAge = (connection: Connection, isPaused: boolean): string => {
  if (isPaused) return 'Paused. As of';
  if (connection === 'past') return 'Snapshot as of';
  return connection === 'reconnecting' || connection === 'offline'
    ? 'Connection lost. As of'
    : 'Last updated';
};

/** Formats a time in the time zone of this device: with seconds on the day of `now`, otherwise with the day and without seconds. */
export const formatWhen = (at: string, now: string): string => {
  const date = new Date(at);
  const today = new Date(now);
  return date.toDateString() === today.toDateString()
    ? timeFormat.format(date)
    : `${dayFormat.format(date)}, ${shortTimeFormat.format(date)}`;
};

/** Formats `ModuleCompleted` as 'Module completed'. */
export const formatEventType = (type: string): string => {
  const text = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const formatActor = (actor: Dashboard['newest'][number]['actor']): string => {
  if (actor === null) return 'System';
  return `${actor.name ?? 'Removed user'}, ${actor.role}`;
};

type Minute = Dashboard['minutes'][number];

/**
 * Returns the number of commands in the last hour and the busiest minute (null if there were no commands). If the hour begins
 * with minutes that were not counted, `since` is the first counted minute; otherwise, or if no minute was counted, it is null.
 */
export const summarizeHour = (
  minutes: readonly Minute[],
): { total: number; busiest: Minute | null; since: string | null } => {
  const countedMinutes = minutes.filter(({ commands }) => commands !== null);
  const busiest = countedMinutes.reduce<Minute | null>(
    (max, minute) => ((minute.commands ?? 0) > (max?.commands ?? 0) ? minute : max),
    null,
  );
  return {
    total: countedMinutes.reduce((sum, { commands }) => sum + (commands ?? 0), 0),
    busiest,
    since: countedMinutes.length === minutes.length ? null : (countedMinutes[0]?.at ?? null),
  };
};

/** Returns the number of commands in the last complete minute; null if that was not counted. The last of `minutes` is incomplete. */
export const countCommandsInLastWholeMinute = (minutes: readonly Minute[]): number | null =>
  minutes.at(-2)?.commands ?? null;

/** Lags shorter than this are normal and are not reported. */
const lagThresholdSeconds = 2;

export type ReadModelStatus = { tone: ChipTone; label: string; detail: string };

/** Returns the status of all read models together. Parked records take precedence over a lag. */
export const summarizeReadModels = (models: Dashboard['models']): ReadModelStatus => {
  const parked = models.reduce((sum, model) => sum + model.parked, 0);
  const seconds = Math.max(0, ...models.map((model) => model.seconds));
  const behind = Math.max(0, ...models.map((model) => model.behind));
  if (parked > 0)
    return {
      tone: 'bad',
      label: parked === 1 ? '1 record parked' : `${numberFormat.format(parked)} records parked`,
      detail: 'An event could not be processed. See docs/read-models.md.',
    };
  if (seconds >= lagThresholdSeconds)
    return {
      tone: 'warning',
      label: 'Behind',
      detail: `${formatCount(behind, 'event')}, ${formatCount(seconds, 'second')}`,
    };
  return { tone: 'good', label: 'Up to date', detail: 'All data is current.' };
};

export const describeReadModel = ({
  behind,
  seconds,
  parked,
}: Dashboard['models'][number]): ReadModelStatus => {
  if (parked > 0) return { tone: 'bad', label: `${numberFormat.format(parked)} parked`, detail: '' };
  if (seconds >= lagThresholdSeconds)
    return {
      tone: 'warning',
      label: 'Behind',
      detail: `${formatCount(behind, 'event')}, ${numberFormat.format(seconds)} s`,
    };
  return { tone: 'good', label: 'Up to date', detail: '' };
};
