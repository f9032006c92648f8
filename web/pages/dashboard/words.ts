import type { Dashboard } from '#contract/dashboard.ts';
import type { ChipTone } from '../../ui/chip.tsx';

const number = new Intl.NumberFormat('en');
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const shortClock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

export const numberInWords = (count: number): string => number.format(count);

/** '1 tab', '2 tabs'. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;

/** The time of day, by the reader's clock. */
export const timeInWords = (at: string): string => clock.format(new Date(at));
export const minuteInWords = (at: string): string => shortClock.format(new Date(at));

/** The time of day, and the day where it is another than `now`'s. */
export const whenInWords = (at: string, now: string): string => {
  const [then, today] = [new Date(at), new Date(now)];
  return then.toDateString() === today.toDateString()
    ? clock.format(then)
    : `${day.format(then)}, ${shortClock.format(then)}`;
};

/** `ModuleCompleted` as 'Module completed': events are named in the past tense, in the school's own words. */
export const eventInWords = (type: string): string => {
  const words = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Who did it. */
export const actorInWords = (actor: Dashboard['newest'][number]['actor']): string => {
  if (actor === null) return 'Lyceum itself';
  return `${actor.name ?? 'A removed person'}, ${actor.role}`;
};

type Minute = Dashboard['minutes'][number];

/** What the last hour comes to; minutes that were not counted are left out, and it is said since when. */
export const hourInWords = (
  minutes: readonly Minute[],
): { total: number; busiest: Minute | null; since: string | null } => {
  const known = minutes.filter(({ commands }) => commands !== null);
  const busiest = known.reduce<Minute | null>(
    (most, minute) => ((minute.commands ?? 0) > (most?.commands ?? 0) ? minute : most),
    null,
  );
  return {
    total: known.reduce((all, { commands }) => all + (commands ?? 0), 0),
    busiest,
    since: known.length === minutes.length ? null : (known[0]?.at ?? null),
  };
};

/** The commands of the last whole minute; null where that was not counted. */
export const lastWholeMinute = (minutes: readonly Minute[]): number | null =>
  minutes.at(-2)?.commands ?? null;

/** A model that is behind for a moment is at work; this long, in seconds, and it is worth a word. */
const worthAWord = 2;

export type TablesState = { tone: ChipTone; word: string; detail: string };

/** How the read tables stand, all in all. */
export const tablesInWords = (models: Dashboard['models']): TablesState => {
  const parked = models.reduce((all, one) => all + one.parked, 0);
  const seconds = Math.max(0, ...models.map((one) => one.seconds));
  const behind = Math.max(0, ...models.map((one) => one.behind));
  if (parked > 0)
    return {
      tone: 'bad',
      word: parked === 1 ? 'A record waits' : `${number.format(parked)} records wait`,
      detail: 'An event could not be taken in. See docs/read-models.md.',
    };
  if (seconds >= worthAWord)
    return {
      tone: 'warning',
      word: 'Behind',
      detail: `${countOf(behind, 'event')}, ${countOf(seconds, 'second')}`,
    };
  return { tone: 'good', word: 'Up to date', detail: 'What was done can be read.' };
};

/** How one read table stands. */
export const modelInWords = ({ behind, seconds, parked }: Dashboard['models'][number]): TablesState => {
  if (parked > 0) return { tone: 'bad', word: `${number.format(parked)} waiting`, detail: '' };
  if (seconds >= worthAWord)
    return {
      tone: 'warning',
      word: 'Behind',
      detail: `${countOf(behind, 'event')}, ${number.format(seconds)} s`,
    };
  return { tone: 'good', word: 'Up to date', detail: '' };
};
