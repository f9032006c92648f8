import { expect, test } from 'vitest';
import { createSilentLogger } from '#platform/logging.ts';
import type { LiveUpdate } from '../updates/live-update.ts';
import { RosterNotices } from './roster-notices.ts';

const update = (position: number, kind: 'user-registered' | 'user-changed'): LiveUpdate => ({
  ...{ position, subject: 'user:sam', isRemoval: false, roleChange: null },
  deliveries: [
    {
      to: ['role:Admin'],
      message: {
        kind,
        data: {
          ...{ _id: 'sam', name: 'Sam', email: 's@example.org', imageUrl: '', userType: 'Student' },
          ...{ wishedType: null, registeredAt: '2026-01-01T00:00:00.000Z' },
        },
      },
    },
  ],
});

test('sends no notice for a new user, who is in no course, and one per attended roster for a changed user', async () => {
  const sent: string[] = [];
  const notices = new RosterNotices({
    isAttended: () => true,
    attendedCourses: () => ['optics', 'statics'],
    recheckViewers: async () => undefined,
    emit: ({ courseId, position }) => sent.push(`${courseId} ${position}`),
    intervalMs: 1,
    logger: createSilentLogger(),
  });
  notices.onLiveUpdate(update(1, 'user-registered'));
  notices.onLiveUpdate(update(2, 'user-changed'));
  await expect.poll(() => sent).toEqual(['optics 2', 'statics 2']);
  await notices.close();
});
