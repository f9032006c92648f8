import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PresenceTracker, type SocketPresence } from './presence-tracker.ts';

const noChanges = { leftUserIds: [], arrivedUserIds: [], stoppedLearning: [], startedLearning: [] };
const learningOptics = (userId: string): SocketPresence => ({ userId, learningCourseId: 'optics' });

test('counts a user with three tabs once, until the last tab is closed', () => {
  const tracker = new PresenceTracker();
  for (const socket of ['1', '2', '3']) tracker.set(socket, learningOptics('sam'));
  expect(tracker.takeChanges()).toEqual({
    ...noChanges,
    sockets: 3,
    visitors: 0,
    arrivedUserIds: ['sam'],
    startedLearning: [{ userId: 'sam', courseId: 'optics' }],
  });
  tracker.remove('1');
  tracker.remove('2');
  expect(tracker.takeChanges()).toEqual({ ...noChanges, sockets: 1, visitors: 0 });
  tracker.remove('3');
  expect(tracker.takeChanges()).toEqual({
    ...noChanges,
    sockets: 0,
    visitors: 0,
    leftUserIds: ['sam'],
    stoppedLearning: [{ userId: 'sam', courseId: 'optics' }],
  });
});

test('reports a change of course, and does not report that a user who closes the lesson has disconnected', () => {
  const tracker = new PresenceTracker();
  tracker.set('1', learningOptics('sam'));
  tracker.takeChanges();
  tracker.set('1', { userId: 'sam', learningCourseId: 'acoustics' });
  expect(tracker.takeChanges()).toMatchObject({
    ...noChanges,
    stoppedLearning: [{ userId: 'sam', courseId: 'optics' }],
    startedLearning: [{ userId: 'sam', courseId: 'acoustics' }],
  });
  tracker.set('1', { userId: 'sam', learningCourseId: null });
  expect(tracker.takeChanges()).toMatchObject({
    ...noChanges,
    stoppedLearning: [{ userId: 'sam', courseId: 'acoustics' }],
  });
});

test('counts visitors, but does not treat their arrival as a change', () => {
  const tracker = new PresenceTracker();
  tracker.set('1', { userId: null, learningCourseId: null });
  tracker.set('2', { userId: null, learningCourseId: null });
  // Visitors alone are no reason to publish: their number is sent with the next change or heartbeat.
  expect(tracker.hasChanges).toBe(false);
  expect(tracker.takeChanges()).toEqual({ ...noChanges, sockets: 2, visitors: 2 });
  tracker.set('2', learningOptics('sam'));
  tracker.remove('1');
  tracker.remove('1');
  expect(tracker.takeChanges()).toMatchObject({ sockets: 1, visitors: 0, arrivedUserIds: ['sam'] });
});

test('does not report a user who arrives and leaves between two reports', () => {
  const tracker = new PresenceTracker();
  tracker.set('1', learningOptics('sam'));
  tracker.remove('1');
  expect(tracker.takeChanges()).toEqual({ ...noChanges, sockets: 0, visitors: 0 });
});

const presences = fc.record({
  userId: fc.constantFrom('sam', 'eve', 'bob', null),
  learningCourseId: fc.constantFrom('optics', 'acoustics', null),
});
const sockets = fc.constantFrom('1', '2', '3', '4');
const operations = fc.oneof(
  fc.record({ type: fc.constant('set' as const), socket: sockets, presence: presences }),
  fc.record({ type: fc.constant('remove' as const), socket: sockets }),
  fc.record({ type: fc.constant('take-changes' as const) }),
  fc.record({ type: fc.constant('take-everything' as const) }),
);

test('applying all reported changes gives exactly the connected users and their courses', () => {
  fc.assert(
    fc.property(fc.array(operations, { maxLength: 60 }), (sequence) => {
      const tracker = new PresenceTracker();
      const connected = new Map<string, SocketPresence>();
      const known = new Set<string>();
      const apply = (changes: ReturnType<PresenceTracker['takeChanges']>) => {
        const keys = (learners: typeof changes.startedLearning) =>
          learners.map(({ userId, courseId }) => `${userId} ${courseId}`);
        for (const key of [...changes.leftUserIds, ...keys(changes.stoppedLearning)]) known.delete(key);
        for (const key of [...changes.arrivedUserIds, ...keys(changes.startedLearning)]) known.add(key);
      };
      for (const operation of sequence) {
        if (operation.type === 'take-changes') apply(tracker.takeChanges());
        else if (operation.type === 'take-everything') {
          known.clear();
          apply(tracker.takeEverything());
        } else if (operation.type === 'remove') {
          tracker.remove(operation.socket);
          connected.delete(operation.socket);
        } else {
          tracker.set(operation.socket, operation.presence);
          connected.set(operation.socket, operation.presence);
        }
      }
      apply(tracker.takeChanges());
      const expected = [...connected.values()].flatMap(({ userId, learningCourseId }) => {
        if (userId === null) return [];
        return learningCourseId === null ? [userId] : [userId, `${userId} ${learningCourseId}`];
      });
      expect([...known].toSorted()).toEqual([...new Set(expected)].toSorted());
    }),
  );
});
