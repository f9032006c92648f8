import { expect, test } from 'vitest';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { openSchool } from '#testing/school.ts';
import { openReadServices } from '../../services.ts';
import { selectAnnouncementsPage, selectEnrolledUsers } from './query.ts';

test('reads any page along the index of newest announcements, for Admins and others', async () => {
  const school = await openSchool();
  const sam = await school.register('sam');
  const courseId = await school.addCourse('Optics');
  await school.log.pool.query(
    `insert into read.announcements
       select gen_random_uuid(), gen_random_uuid(), 'Instructor',
         case n % 3 when 0 then $1::uuid when 1 then gen_random_uuid() end,
         'Course Related', '2026-03-05', repeat('Words. ', 40), n % 50 = 0, now(), n, n,
         case when n % 60 = 15 then array(select gen_random_uuid() from generate_series(1, 500)) end
       from generate_series(1, 5000) as n`,
    [courseId],
  );
  await school.log.pool.query('vacuum analyze read.announcements, read.users, read.courses, read.enrolments');
  const services = openReadServices(parseConfiguration({ DATABASE_URL: school.url }), createSilentLogger());
  for (const isAdmin of [false, true])
    for (const before of [null, 2_500]) {
      const query = selectAnnouncementsPage(
        services.tables,
        { userId: sam.id, isAdmin },
        { before, limit: 101 },
      );
      const plan = JSON.stringify(await query.explain('json'));
      expect(plan).toContain('announcements_newest');
      expect(plan).not.toContain('"Sort"');
      // The lists of recipients are long, so they are not part of the answer and are searched last.
      const rows = await query.execute();
      expect(Object.keys(rows[0] ?? {})).toContain('recipient_count');
      expect(Object.keys(rows[0] ?? {})).not.toContain('recipient_ids');
      if (!isAdmin) expect(plan).toMatch(/"Filter":"[^"]*SubPlan[^"]*recipient_ids/);
    }
  await services.close();
});

test('reads the students of courses from an index alone', async () => {
  const school = await openSchool();
  await school.log.pool.query(
    `insert into read.enrolments
       select gen_random_uuid(), gen_random_uuid(), $1, n % 20 = 0, now(), n, null, 'enrolment', 0, n
       from generate_series(1, 20000) as n`,
    [await school.addCourse('Optics')],
  );
  const courseId = await school.addCourse('Acoustics');
  await school.enrol(await school.register('sam'), courseId);
  await school.log.pool.query('vacuum analyze read.enrolments');
  const services = openReadServices(parseConfiguration({ DATABASE_URL: school.url }), createSilentLogger());
  const plan = await selectEnrolledUsers(services.tables, [courseId]).explain('json');
  expect(JSON.stringify(plan)).toContain('"Node Type":"Index Only Scan"');
  await services.close();
});
