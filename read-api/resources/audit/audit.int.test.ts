import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { headers } from '#contract/headers.ts';
import { auditList } from '#contract/schemas/audit.ts';
import { appendRequest } from '#events/testing/test-log.ts';
import { openLiveSchool, type RequestUser } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';

const live = await openLiveSchool();
const { school } = live;
const { ada, sam } = await school.registerAll({ ada: 'Admin', sam: 'Student' });

const request = (query: string, user: RequestUser = ada) => live.get(`/audit${query}`, user);
const entries = async (query: string) => auditList.parse(await (await request(query)).json());
const sentences = async (query: string) => (await entries(query)).map(({ who, did }) => `${who} ${did}`);
const asAda = () => ({ id: ada.id, role: 'Admin' }) as const;
const asSam = () => ({ id: sam.id, role: 'Student' }) as const;

test('an entry tells an Admin who did what, in which request, and what changed', async () => {
  const course = await school.addCourse('Algorithms');
  const record = `course-${course}`;
  const changes = { price: 120, details: 'How machines decide.' };
  const position = await school.append(record, { type: 'CourseEdited', data: { changes } }, asAda());
  const [entry] = await entries(`?record=${record}&limit=1`);
  expect(entry).toMatchObject({
    position,
    who: 'ada',
    did: 'edited course CSE Algorithms',
    actor: { _id: ada.id, name: 'ada', userType: 'Admin' },
    about: null,
    requestId: 'request-of-CourseEdited',
    version: 2,
    changes: [
      { field: 'Price', from: '$100', to: '$120', sealed: false },
      { field: 'Details', from: 'How machines count.', to: 'How machines decide.', sealed: false },
    ],
    undo: null,
  });
  expect((await entries(`?record=${record}`))[1]?.undo).toEqual({ kind: 'take-back', expectedVersion: 2 });
});

test('only Admins read the history', async () => {
  for (const [user, status] of [
    [null, 401],
    [sam, 403],
    [{ uid: 'uid-stranger', email: 'stranger@example.org' }, 403],
  ] as const)
    expect((await request('', user)).status).toBe(status);
});

test('the entry of a course removal lists what the removal hides until the course is restored', async () => {
  const course = await school.addCourse('Short-lived');
  const record = `course-${course}`;
  const review = await school.review(sam, course, 8);
  const ownership = { userId: sam.id, courseId: course };
  await school.append(
    `enrolment-${review.enrolmentId}`,
    { type: 'StudentEnrolled', data: ownership },
    asSam(),
  );
  await school.append(record, { type: 'CourseRemoved', data: {} }, asAda());
  const removal = (await entries(`?record=${record}`))[0];
  expect([removal?.did, removal?.undo, removal?.consequences]).toEqual([
    'removed course CSE Short-lived',
    { kind: 'restore' },
    ['Hidden until the course is restored: 1 review.', '1 enrolled student keeps access to it.'],
  ]);
  await school.append(record, { type: 'CourseRestored', data: {} }, asAda());
  const [restoration, undone] = await entries(`?record=${record}`);
  expect([restoration?.did, undone?.undo, undone?.consequences]).toEqual([
    'restored course CSE Short-lived',
    null,
    [],
  ]);
});

test('an entry shows the current text of a review, and a review that an Admin removed can be restored', async () => {
  const course = await school.addCourse('Reviewed');
  const review = await school.review(sam, course, 6, 'Fine.');
  await review.revise({ rating: 9, comment: 'Very fine.' });
  await review.remove();
  const [removal, revision, first] = await entries(`?record=review-${review.id}`);
  expect(first?.changes).toContainEqual({ field: 'Comment', from: null, to: null, sealed: true });
  expect(revision?.changes).toEqual([
    { field: 'Rating', from: '6', to: '9', sealed: false },
    { field: 'Comment', from: null, to: 'Very fine.', sealed: false },
  ]);
  expect(removal?.changes).toContainEqual({ field: 'Comment', from: 'Very fine.', to: null, sealed: false });
  expect(removal?.undo).toEqual({ kind: 'restore' });
});

test('a review that an Admin removed cannot be restored after the removal of its author', async () => {
  const author = await school.register('rosa');
  const review = await school.review(author, await school.addCourse('Reviewed by Rosa'), 7);
  await review.remove();
  const readUndo = async () => (await entries(`?record=review-${review.id}`))[0]?.undo;
  expect(await readUndo()).toEqual({ kind: 'restore' });
  await school.removeUser(author);
  expect(await readUndo()).toBeNull();
});

test('combines filters by kind, person and time, without gaps between pages', async () => {
  const person = await school.register('tilda');
  const asTilda = { id: person.id, role: 'Student' } as const;
  const course = await school.addCourse('Filters');
  const ownership = { userId: person.id, courseId: course };
  const before = new Date().toISOString();
  for (const end of [1, 2, 3])
    await school.append(
      `bookmark-00000000-0000-4000-8000-00000000000${end}`,
      { type: 'CourseBookmarked', data: ownership },
      asTilda,
    );
  await school.append(
    `user-${person.id}`,
    { type: 'UserRoleChanged', data: { from: 'Student', to: 'Instructor' } },
    asAda(),
  );
  expect(await sentences(`?person=${person.id}`)).toEqual([
    'ada made tilda an Instructor',
    ...Array(3).fill('tilda bookmarked course CSE Filters'),
    'tilda registered as a Student',
  ]);
  expect(await sentences(`?person=${person.id}&kind=people`)).toEqual([
    'ada made tilda an Instructor',
    'tilda registered as a Student',
  ]);
  expect(await sentences(`?person=${person.id}&kind=people&from=${before}`)).toEqual([
    'ada made tilda an Instructor',
  ]);
  expect(await sentences(`?person=${person.id}&kind=people&to=${before}`)).toEqual([
    'tilda registered as a Student',
  ]);
  const kinds = await entries('?kind=learning&limit=200');
  expect(new Set(kinds.map(({ type }) => type))).toEqual(new Set(['CourseBookmarked', 'StudentEnrolled']));

  const paged: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await request(`?person=${person.id}&limit=2${cursor && `&cursor=${cursor}`}`);
    paged.push(...auditList.parse(await page.json()).map(({ position }) => position));
    cursor = page.headers.get(headers.nextCursor);
  }
  expect(paged).toEqual((await entries(`?person=${person.id}`)).map(({ position }) => position));
  const [newest, second] = paged;
  expect((await entries(`?person=${person.id}&after=${second}`)).map(({ position }) => position)).toEqual([
    newest,
  ]);
});

test('a removed user has no name anywhere, and the removal counts their records', async () => {
  const leaver = await school.register('zacharias');
  const asLeaver = { id: leaver.id, role: 'Student' } as const;
  const course = await school.addCourse('Left behind');
  const ownership = { userId: leaver.id, courseId: course };
  const bookmark = 'bookmark-00000000-0000-4000-8000-000000000011';
  await school.append(bookmark, { type: 'CourseBookmarked', data: ownership }, asLeaver);
  const other = 'bookmark-00000000-0000-4000-8000-000000000012';
  await school.append(other, { type: 'CourseBookmarked', data: ownership }, asLeaver);
  await school.append(other, { type: 'BookmarkRemoved', data: ownership }, asLeaver);
  const review = await school.review(leaver, course, 8);
  await review.remove();
  await review.restore();
  // The reviews of other users do not count, even if the removed user has removed them.
  const { id } = await school.review(sam, course, 9);
  const ofSam = { userId: sam.id, courseId: course, by: 'admin' } as const;
  await school.append(`review-${id}`, { type: 'ReviewRemoved', data: ofSam }, asLeaver);
  await school.append(`user-${leaver.id}`, { type: 'UserRemoved', data: {} }, asAda());
  const answer = await (await request(`?person=${leaver.id}`)).text();
  expect(answer).not.toContain('zacharias');
  const [removal, ...acts] = auditList.parse(JSON.parse(answer));
  expect(`${removal?.who} ${removal?.did}`).toBe('ada removed a user');
  expect(removal?.about).toEqual({ _id: leaver.id, name: null });
  expect(removal?.consequences).toContain('Removed with them: 1 bookmark and 1 review.');
  expect(removal?.undo).toBeNull();
  expect(new Set(acts.map(({ who }) => who))).toEqual(new Set(['A removed user', 'The school']));
});

test('links an event with the event of the same command that caused it, in both directions', async () => {
  const lina = await school.register('lina');
  const result = await school.log.appender.append(
    appendRequest({
      metadata: { actor: asAda(), correlationId: 'the-promotion' },
      writes: [
        {
          stream: `user-${lina.id}`,
          expectedVersion: 1,
          events: [{ type: 'UserRoleChanged', data: { from: 'Student', to: 'Admin' } }],
        },
        {
          stream: 'admins',
          expectedVersion: 0,
          events: [{ type: 'AdminAppointed', data: { userId: lina.id } }],
        },
      ],
    }),
  );
  if (result.outcome !== 'appended') throw new Error(result.outcome);
  await school.log.pool.query(
    `insert into read.audit select position, type, $1, $2 from log.events where position > $3`,
    [ada.id, lina.id, result.position - 2],
  );
  const [effect, cause] = await entries(`?person=${lina.id}&kind=people`);
  const texts = ['ada made lina an Admin', 'ada added lina to the list of Admins'];
  expect(cause?.broughtAbout).toEqual([{ position: result.position, text: texts[1] }]);
  expect(cause?.because).toBeNull();
  expect(effect?.because).toEqual({ position: result.position - 1, text: texts[0] });
  expect(effect?.broughtAbout).toEqual([]);
  expect([cause?.requestId, effect?.requestId]).toEqual(['the-promotion', 'the-promotion']);
});

test('relates a repeated removal only to the other events about the same user, even far apart and on another page', async () => {
  const students = await school.registerAll({ anna: 'Student', ben: 'Student' });
  const admins = await school.registerAll({ cleo: 'Admin', dora: 'Admin', elias: 'Admin', finn: 'Admin' });
  await school.log.appender.append(
    appendRequest({
      writes: [
        {
          stream: 'admins',
          expectedVersion: (await school.log.reader.readStream('admins')).length,
          events: Object.values(admins).map(({ id }) => ({ type: 'AdminAppointed', data: { userId: id } })),
        },
      ],
    }),
  );
  const before = await school.log.reader.head();
  const ids = Object.values({ ...students, ...admins }).map(({ id }) => id);
  await school.log.pool.query('select log.repeat_removals($1::uuid[])', [ids]);
  await school.log.pool.query(
    'insert into read.audit select position, type, null, null from log.events where position > $1',
    [before],
  );
  // The four dismissals are the last events of the command, so each is at least four positions after the removal of the same Admin.
  const dismissals = await entries('?kind=people&limit=4');
  const removals = await entries(`?kind=people&limit=6&cursor=${dismissals.at(-1)?.position}`);
  const entryAbout = ({ id }: TestUser, found: typeof removals) =>
    found.find(({ about }) => about?._id === id);
  for (const admin of Object.values(admins)) {
    const [dismissal, removal] = [entryAbout(admin, dismissals), entryAbout(admin, removals)];
    expect(dismissal).toMatchObject({ type: 'AdminDismissed', broughtAbout: [] });
    expect(dismissal?.because?.position).toBe(removal?.position);
    expect(removal).toMatchObject({ type: 'UserRemoved', because: null });
    expect(removal?.broughtAbout.map(({ position }) => position)).toEqual([dismissal?.position]);
  }
  for (const student of Object.values(students))
    expect(entryAbout(student, removals)).toMatchObject({
      type: 'UserRemoved',
      broughtAbout: [],
      because: null,
    });
});

test('the entry of a log export names the operator, and the filters by kind and record find it', async () => {
  const who = { operator: 'grace@server', databaseLogin: 'owner' };
  const data = { ...who, from: 1, to: null, raw: true, keys: 'under-key-file' } as const;
  await school.append('log', { type: 'LogExported', data });
  for (const query of ['?kind=exports', '?record=log'])
    expect(await sentences(query)).toEqual([
      'A server operator exported the whole log as stored, with the keys of personal data, encrypted with a key file (operator grace@server, database login owner)',
    ]);
});

test('withoutReadingsBy=<id> hides only the readings by that person', async () => {
  const [wanda, carl] = [await school.register('wanda', 'Admin'), await school.register('carl', 'Admin')];
  const course = await school.addCourse('Unread');
  const asWanda = { id: wanda.id, role: 'Admin' } as const;
  const about = { what: 'notes', userId: sam.id } as const;
  const read = async (by: TestUser) => {
    const stream = `reading-${randomUUID()}`;
    const reading = { type: 'PersonalDataRead', data: about } as const;
    await school.append(stream, reading, { id: by.id, role: 'Admin' });
    return stream;
  };
  const edit = { type: 'CourseEdited', data: { changes: { price: 3 } } } as const;
  const after = await school.append(`course-${course}`, edit, asWanda);
  const [wandasReading, carlsReading] = [await read(wanda), await read(carl)];
  const laterEdit = { type: 'CourseEdited', data: { changes: { price: 4 } } } as const;
  await school.append(`course-${course}`, laterEdit, asWanda);
  // More readings than a page holds, newer than everything else.
  for (let count = 0; count < 3; count += 1) await read(wanda);
  const types = async (query: string) =>
    (await entries(`?withoutReadingsBy=${wanda.id}&after=${after}${query}`)).map(({ type }) => type);
  expect(await types('&limit=2')).toEqual(['CourseEdited', 'PersonalDataRead']);
  expect(await types('&kind=readings')).toEqual(['PersonalDataRead']);
  expect(await types(`&person=${wanda.id}`)).toEqual(['CourseEdited']);
  expect(await types(`&record=${wandasReading}`)).toEqual([]);
  expect(await types(`&record=${carlsReading}`)).toEqual(['PersonalDataRead']);
  expect(await entries(`?after=${after}`)).toHaveLength(6);
});

test('the CSV file keeps each text in one cell and has at most `limit` entries, and the answer has a cursor for the rest', async () => {
  const course = await school.addCourse('=HYPERLINK("http://evil.example")');
  await school.append(
    `course-${course}`,
    { type: 'CourseEdited', data: { changes: { name: '+1\n"quoted"' } } },
    asAda(),
  );
  const answer = await request(`?record=course-${course}&format=csv&limit=1`);
  expect(answer.headers.get('content-type')).toContain('text/csv');
  expect(answer.headers.get('content-disposition')).toContain('.csv');
  expect(answer.headers.get(headers.nextCursor)).toMatch(/^\d+$/);
  const text = await answer.text();
  expect(text.startsWith('Position,Time,Who,Role,What,Record,Changes,Consequences,Request\r\n')).toBe(true);
  expect(text).toContain('"Name: =HYPERLINK(""http://evil.example"") → +1\n""quoted"""');
  expect(text.trimEnd().split('\r\n')).toHaveLength(2);
  const fullFile = await (await request('?format=csv')).text();
  expect(fullFile.split('\r\n').length).toBeGreaterThan(20);
});

test.each([
  '?kind=nonsense',
  '?person=nobody',
  '?record=../etc',
  '?record=log&record=admins',
  '?withoutReadingsBy=me',
  '?from=yesterday',
  '?limit=0',
  '?limit=201',
  '?format=csv&limit=10001',
  '?cursor=-1',
  '?cursor=',
  '?cursor=1e3',
  '?cursor=9999999999999999',
  '?format=xml',
])('rejects %s with an error sentence', async (query) => {
  const answer = await request(query);
  expect(answer.status).toBe(400);
  const errors = [{ message: expect.stringMatching(/ .*\.$/) }];
  expect(await answer.json()).toMatchObject({ code: 'invalid-input', errors });
});

test('answers with an empty list if nothing matches', async () => {
  expect(await entries('?record=course-00000000-0000-4000-8000-0000000000ff')).toEqual([]);
  expect(await entries('?from=2100-01-01T00:00:00Z')).toEqual([]);
  expect(await entries('?to=2000-01-01T00:00:00Z')).toEqual([]);
});
