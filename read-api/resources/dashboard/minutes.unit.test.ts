import { expect, test } from 'vitest';
import { MinuteBook, minuteMs } from './minutes.ts';

const at = (minute: number) => new Date(minute * minuteMs).toISOString();
const row = (minute: number, commands: number, events = commands) => ({ minute, commands, events });

test('every minute of the span is there, those without anything with nothing, the one under way last', () => {
  const book = new MinuteBook(3);
  book.begin(0, 0);
  book.add([row(99, 2, 5), row(101, 1)], 6);
  expect(book.at(101.5 * minuteMs)).toEqual([
    { at: at(99), commands: 2, events: 5 },
    { at: at(100), commands: 0, events: 0 },
    { at: at(101), commands: 1, events: 1 },
  ]);
});

test('what comes later is added to its minute, and what is too old is forgotten', () => {
  const book = new MinuteBook(2);
  book.begin(0, 0);
  book.add([row(100, 1)], 1);
  book.add([row(100, 3), row(101, 1)], 5);
  expect(book.upTo).toBe(5);
  expect(book.at(101 * minuteMs).map(({ commands }) => commands)).toEqual([4, 1]);
  expect(book.at(102 * minuteMs).map(({ commands }) => commands)).toEqual([1, 0]);
  // Not even a clock that was put back finds it.
  expect(book.at(101 * minuteMs).map(({ commands }) => commands)).toEqual([0, 1]);
});

test('a minute that is not counted whole is not given as a small one', () => {
  const book = new MinuteBook(3);
  book.begin(1_000, 101);
  book.add([row(100, 7), row(101, 2)], 1_009);
  expect(book.at(102 * minuteMs).map(({ commands, events }) => [commands, events])).toEqual([
    [null, null],
    [2, 2],
    [0, 0],
  ]);
});

test('beginning anew forgets what was counted', () => {
  const book = new MinuteBook(1);
  book.begin(0, 0);
  book.add([row(100, 9)], 9);
  book.begin(2, 0);
  book.add([row(100, 1)], 3);
  expect(book.at(100 * minuteMs)).toEqual([{ at: at(100), commands: 1, events: 1 }]);
});
