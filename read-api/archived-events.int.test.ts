import { expect, test } from 'vitest';
import { createSealer } from '#events/seals/sealer.ts';
import { archiveEverything, createArchiveFolder } from '#events/testing/archived-log.ts';
import { openLiveSchool } from '#testing/live-school.ts';

const eventsPerSegment = 8;

test('gives the same answers after old events were archived, and no incomplete ones without the object store', async () => {
  const live = await openLiveSchool();
  const { school } = live;
  const { ada, ian, sam, tom } = await school.registerAll({
    ...{ ada: 'Admin', ian: 'Instructor', sam: 'Student', tom: 'Student' },
  });
  const course = await school.addCourse('Optics');
  await school.editCourse(course, { price: 120 });
  const enrolments = [await school.enrol(sam, course), await school.enrol(tom, course)];
  await school.announce(ian, 'Welcome.', course);
  await enrolments[0]?.leave();
  const review = await school.review(tom, course, 8);
  const asOf = [await school.log.reader.head()];
  await enrolments[0]?.rejoin();
  await review.revise({ rating: 4 });
  asOf.push(await school.log.reader.head());
  await (await school.bookmark(tom, course)).remove();
  await school.bookmark(tom, course);
  await enrolments[1]?.leave();
  await review.remove();
  await school.editCourse(course, { price: 140 });
  await school.removeUser(tom);
  const archivedUpTo = await school.log.reader.head();
  for (let number = 0; number < 2 * eventsPerSegment; number += 1) await school.addCourse(`Newer ${number}`);

  const requests = [
    ...[`/courses/${course}`, ...asOf.map((position) => `/courses/${course}?asOf=${position}`)],
    ...[`/audit?record=course-${course}`, `/audit?record=enrolment-${enrolments[0]?.id}`],
    ...[`/audit?person=${sam.id}`, `/audit?person=${tom.id}`, `/audit?kind=removals`],
    ...['/announcement', '/announcement/seen', '/log?to=30', '/log?to=30&type=CourseEdited&type=UserRemoved'],
  ];
  const answersOf = async (address: string, paths = requests) => {
    const answers = new Map<string, [number, string]>();
    // One at a time, because a user can have only one download of the log.
    for (const path of paths) {
      const answer = await live.get(path, path === '/announcement/seen' ? sam : ada, {}, address);
      answers.set(path, [answer.status, await answer.text()]);
    }
    return answers;
  };
  const before = await answersOf(live.node.address);
  expect(before.get('/announcement/seen')?.[1]).toContain(`"position":${enrolments[0]?.position}`);
  expect(before.get('/audit?kind=removals')?.[1]).toContain('Removed with them: 1 bookmark.');
  expect(before.get(`/courses/${course}`)?.[1]).toContain('"version":3');

  const { url, store } = createArchiveFolder();
  await createSealer({ pool: school.log.pool, pageSize: eventsPerSegment / 2 }).sealUpTo();
  const moved = await archiveEverything(school.url, store, { eventsPerSegment });
  expect(moved?.last).toBeGreaterThanOrEqual(archivedUpTo);

  const withArchive = await live.addNode({ environment: { ARCHIVE_URL: url } });
  expect(await answersOf(withArchive.address)).toEqual(before);

  const without = await live.addNode();
  const answersWithout = await answersOf(
    without.address,
    requests.filter((path) => !path.startsWith('/log')),
  );
  for (const [path, answer] of answersWithout)
    if (/asOf|audit/.test(path)) expect(answer[0], path).toBe(503);
    else expect(answer, path).toEqual(before.get(path));
  // This answer is a stream, so it breaks off instead of having the status 503.
  await expect(
    live.get('/log?to=30', ada, {}, without.address).then((answer) => answer.text()),
  ).rejects.toThrow();
});
