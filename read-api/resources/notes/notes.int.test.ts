import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { activity } from '#contract/schemas/activity.ts';
import { noteList } from '#contract/schemas/notes.ts';
import { enrolmentIdOf } from '#platform/identity/record-ids.ts';
import { messageKinds, openLiveSchool, waitForMessages } from '#testing/live-school.ts';

const live = await openLiveSchool();
const { school } = live;
const { sam, eve, ada } = await school.registerAll({ sam: 'Student', eve: 'Student', ada: 'Admin' });

const request = (path: string, requester = sam) => live.get(path, requester);
const notesOf = async (requester = sam) =>
  noteList.parse(await (await request('/notes/sam@example.org', requester)).json());

const takeNote = async (
  courseId: string,
  text: string,
  videoPosition: [number, number] | null = null,
  person = sam,
) => {
  const { id: userId } = person;
  const stream = `note-${randomUUID()}`;
  const enrolmentId = enrolmentIdOf(userId, courseId);
  const [module, second] = videoPosition ?? [null, null];
  const data = { userId, courseId, enrolmentId, courseCalledBy: 'enrolment', module, second, text } as const;
  await school.append(stream, { type: 'NoteTaken', data });
  return {
    edit: (changed: string) => school.append(stream, { type: 'NoteEdited', data: { userId, text: changed } }),
    remove: () => school.append(stream, { type: 'NoteRemoved', data: { userId } }),
    restore: () => school.append(stream, { type: 'NoteRestored', data: { userId } }),
  };
};

test('lists notes in the order in which they were taken, with the current course name, without removed notes', async () => {
  const courseId = await school.addCourse('Counting');
  const first = await takeNote(courseId, 'Carry the one.', [3, 84]);
  const second = await takeNote(courseId, 'Borrow two.');
  await takeNote(courseId, 'Eve’s.', null, eve);
  const enrolmentId = enrolmentIdOf(sam.id, courseId);
  expect(await notesOf()).toEqual([
    {
      ...{ _id: expect.any(String), notes: 'Carry the one.', courseId: enrolmentId, enrolmentId },
      ...{ catalogueId: courseId, userEmail: 'sam@example.org', courseName: 'Counting' },
      ...{ courseCode: expect.any(String), courseImageUrl: expect.any(String), module: 3, second: 84 },
      ...{ takenAt: expect.any(String), editedAt: null },
    },
    expect.objectContaining({ notes: 'Borrow two.', module: null, second: null }),
  ]);
  await school.editCourse(courseId, { name: 'Counting anew' });
  await first.edit('Carry two.');
  await second.remove();
  expect(await notesOf()).toMatchObject([
    { notes: 'Carry two.', courseName: 'Counting anew', editedAt: expect.any(String) },
  ]);
  await second.restore();
  await school.removeCourse(courseId);
  expect((await notesOf()).map(({ notes }) => notes)).toEqual(['Carry two.', 'Borrow two.']);
});

test('counts activities by day, and by course without bookmarks, and rejects an unknown time zone', async () => {
  const [sums, optics] = [await school.addCourse('Sums'), await school.addCourse('Optics')];
  await school.bookmark(eve, optics);
  const enrolment = await school.enrol(eve, sums);
  await enrolment.start();
  await enrolment.complete(1);
  // Kiritimati is UTC+14.
  const path = '/activity/eve@example.org?timeZone=Pacific/Kiritimati';
  const counted = activity.parse(await (await request(path, eve)).json());
  expect(counted.timeZone).toBe('Pacific/Kiritimati');
  const total = counted.days.reduce((sum, day) => sum + day.total, 0);
  // This includes the note of the test above.
  expect(total).toBe(5);
  const { courses } = counted;
  expect(courses[0]).toEqual({ courseId: sums, acts: 3, lastAt: expect.any(String) });
  expect(courses).toHaveLength(2);
  expect(courses.map(({ courseId }) => courseId)).not.toContain(optics);
  expect((await request('/activity/eve@example.org?timeZone=Nowhere/At_All', eve)).status).toBe(400);
  expect(await (await request('/activity/eve@example.org', eve)).json()).toMatchObject({ timeZone: 'UTC' });
});

test('only the owner and Admins read notes and activity', async () => {
  for (const path of ['/notes/sam@example.org', '/activity/sam@example.org']) {
    expect((await request(path, eve)).status).toBe(403);
    expect((await live.get(path)).status).toBe(401);
    const own = await (await request(path)).text();
    expect(await (await request(path, ada)).text()).toEqual(own);
    expect(own.length).toBeGreaterThan(100);
  }
});

test('sends notes only to the owner’s sockets, as GET returns them', async () => {
  const courseId = await school.addCourse('Live');
  const [tab, other, admin] = [await live.connect(sam), await live.connect(eve), await live.connect(ada)];
  const { edit, remove, restore } = await takeNote(courseId, 'Said aloud.');
  await waitForMessages(tab, 1);
  expect(tab.messages[0]?.data).toEqual((await notesOf()).at(-1));
  // Waits for each update, because an earlier update about a note is not sent after the removal of the note.
  await edit('Said again.');
  await waitForMessages(tab, 2);
  await remove();
  await waitForMessages(tab, 3);
  await restore();
  await waitForMessages(tab, 4);
  await school.addCourse('The end');
  await waitForMessages(tab, 5);
  expect(messageKinds(tab)).toEqual([
    'note-added',
    'note-changed',
    'note-removed',
    'note-added',
    'course-added',
  ]);
  expect(tab.messages[3]?.data).toEqual((await notesOf()).at(-1));
  for (const stranger of [other, admin]) {
    await waitForMessages(stranger, 1);
    expect(messageKinds(stranger)).toEqual(['course-added']);
  }
});

test('a removed user has no notes and no activity', async () => {
  await school.removeUser(sam);
  expect((await request('/notes/sam@example.org')).status).toBe(403);
  expect(await notesOf(ada)).toEqual([]);
  expect(await (await request('/activity/sam@example.org', ada)).json()).toMatchObject({
    days: [],
    courses: [],
  });
});
