import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PresenceBook, type Sitting } from './book.ts';

const nothing = { gone: [], arrived: [], ended: [], begun: [] };
const optics = (userId: string): Sitting => ({ userId, learns: 'optics' });

test('a person with three tabs is one, until the last of them is closed', () => {
  const book = new PresenceBook();
  for (const socket of ['1', '2', '3']) book.sit(socket, optics('sam'));
  expect(book.take(false)).toEqual({
    ...nothing,
    sockets: 3,
    visitors: 0,
    arrived: ['sam'],
    begun: [{ userId: 'sam', courseId: 'optics' }],
  });
  book.leave('1');
  book.leave('2');
  expect(book.take(false)).toEqual({ ...nothing, sockets: 1, visitors: 0 });
  book.leave('3');
  expect(book.take(false)).toEqual({
    ...nothing,
    sockets: 0,
    visitors: 0,
    gone: ['sam'],
    ended: [{ userId: 'sam', courseId: 'optics' }],
  });
});

test('who goes to another course ends the one and begins the other; who leaves the page is still connected', () => {
  const book = new PresenceBook();
  book.sit('1', optics('sam'));
  book.take(false);
  book.sit('1', { userId: 'sam', learns: 'acoustics' });
  expect(book.take(false)).toMatchObject({
    ...nothing,
    ended: [{ userId: 'sam', courseId: 'optics' }],
    begun: [{ userId: 'sam', courseId: 'acoustics' }],
  });
  book.sit('1', { userId: 'sam', learns: null });
  expect(book.take(false)).toMatchObject({
    ...nothing,
    ended: [{ userId: 'sam', courseId: 'acoustics' }],
  });
});

test('visitors are counted and nobody’s', () => {
  const book = new PresenceBook();
  book.sit('1', { userId: null, learns: null });
  book.sit('2', { userId: null, learns: null });
  expect(book.isChanged).toBe(false);
  expect(book.take(false)).toEqual({ ...nothing, sockets: 2, visitors: 2 });
  book.sit('2', optics('sam'));
  book.leave('1');
  book.leave('1');
  expect(book.take(false)).toMatchObject({ sockets: 1, visitors: 0, arrived: ['sam'] });
});

test('who came and went in between is nobody’s business', () => {
  const book = new PresenceBook();
  book.sit('1', optics('sam'));
  book.leave('1');
  expect(book.take(false)).toEqual({ ...nothing, sockets: 0, visitors: 0 });
});

const sittings = fc.record({
  userId: fc.constantFrom('sam', 'eve', 'bob', null),
  learns: fc.constantFrom('optics', 'acoustics', null),
});
const steps = fc.oneof(
  fc.record({
    do: fc.constant('sit' as const),
    socket: fc.constantFrom('1', '2', '3', '4'),
    sitting: sittings,
  }),
  fc.record({ do: fc.constant('leave' as const), socket: fc.constantFrom('1', '2', '3', '4') }),
  fc.record({ do: fc.constant('take' as const), whole: fc.boolean() }),
);

test('whoever follows what was taken knows who is there, whatever happens and however often the whole is taken', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), (all) => {
      const book = new PresenceBook();
      const sockets = new Map<string, Sitting>();
      let known = new Set<string>();
      const take = (whole: boolean) => {
        const { gone, arrived, ended, begun } = book.take(whole);
        if (whole) known = new Set();
        for (const key of [...gone, ...ended.map((one) => `${one.userId} ${one.courseId}`)])
          known.delete(key);
        for (const key of [...arrived, ...begun.map((one) => `${one.userId} ${one.courseId}`)])
          known.add(key);
      };
      for (const step of all) {
        if (step.do === 'take') take(step.whole);
        else if (step.do === 'leave') {
          book.leave(step.socket);
          sockets.delete(step.socket);
        } else {
          book.sit(step.socket, step.sitting);
          sockets.set(step.socket, step.sitting);
        }
      }
      take(false);
      const there = [...sockets.values()].flatMap(({ userId, learns }) => [
        ...(userId === null ? [] : [userId]),
        ...(userId === null || learns === null ? [] : [`${userId} ${learns}`]),
      ]);
      expect([...known].toSorted()).toEqual([...new Set(there)].toSorted());
    }),
  );
});
