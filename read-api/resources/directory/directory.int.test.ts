import { expect, test } from 'vitest';
import type { z } from 'zod';
import { byteOrderMark } from '#contract/csv.ts';
import { directoryPage, userList } from '#contract/schemas/users.ts';
import { openLiveSchool } from '#testing/live-school.ts';

const live = await openLiveSchool();
const { school } = live;
const ada = await school.register('ada', 'Admin');
const stu = await school.register('stu');
const emile = await school.register('Émile Zola');
const anna = await school.register('anna', 'Instructor');
await school.register('Zoë');
await school.register('Bob 100%_sure');

const send = (query: Record<string, string>, user: typeof ada | null = ada) =>
  live.get(`/directory?${new URLSearchParams(query)}`, user);
const read = async (query: Record<string, string> = {}): Promise<z.infer<typeof directoryPage>> =>
  directoryPage.parse(await (await send(query)).json());
const names = async (query: Record<string, string>) => (await read(query)).users.map(({ name }) => name);

test('lists users as GET /users shows them, with their total number, for Admins only', async () => {
  const all = userList.parse(await (await live.get('/users', ada)).json());
  expect(await read()).toEqual({ total: 6, users: all });
  expect((await send({}, stu)).status).toBe(403);
  expect((await send({}, anna)).status).toBe(403);
  expect((await send({}, null)).status).toBe(401);
});

test('sorts by registration, name and e-mail, regardless of case and accents', async () => {
  const byName = ['ada', 'anna', 'Bob 100%_sure', 'Émile Zola', 'stu', 'Zoë'];
  expect(await names({ sort: 'name' })).toEqual(byName);
  expect(await names({ sort: 'name', order: 'descending' })).toEqual(byName.toReversed());
  expect(await names({ order: 'descending' })).toEqual([
    'Bob 100%_sure',
    'Zoë',
    'anna',
    'Émile Zola',
    'stu',
    'ada',
  ]);
  const { users } = await read({ sort: 'email' });
  expect(users.map(({ email }) => email)).toEqual(users.map(({ email }) => email).toSorted());
});

test('finds users in whose name or e-mail every word occurs, and never interprets a text as a pattern', async () => {
  expect(await names({ search: 'EMILE zo' })).toEqual(['Émile Zola']);
  expect(await names({ search: emile.email.toUpperCase() })).toEqual(['Émile Zola']);
  expect(await names({ search: 'zoe' })).toEqual(['Zoë']);
  expect(await names({ search: '0%_s' })).toEqual(['Bob 100%_sure']);
  expect(await names({ search: '%' })).toEqual(['Bob 100%_sure']);
  expect(await read({ search: '\0' })).toEqual({ total: 0, users: [] });
  expect(await read({ search: 'ada emile' })).toEqual({ total: 0, users: [] });
});

test('filters by role, by role requests and by id', async () => {
  expect(await names({ userTypes: 'Admin,Instructor' })).toEqual(['ada', 'anna']);
  expect(await names({ userTypes: 'Student', search: 'z' })).toEqual(['Émile Zola', 'Zoë']);
  expect(await read({ hasRoleRequest: 'true' })).toEqual({ total: 0, users: [] });
  await school.log.pool.query("update read.users set wished_type = 'Instructor' where id = $1", [stu.id]);
  expect(await names({ hasRoleRequest: 'true' })).toEqual(['stu']);
  expect(await names({ id: anna.id })).toEqual(['anna']);
});

test('returns the total with every page, and each user on one page only', async () => {
  const listed: string[] = [];
  for (const page of ['1', '2', '3', '4']) {
    const { total, users } = await read({ sort: 'name', limit: '2', page });
    expect(total).toBe(6);
    listed.push(...users.map(({ name }) => name));
  }
  expect(listed).toEqual(await names({ sort: 'name' }));
});

test('writes all users who match to a CSV file, in the requested order', async () => {
  const response = await send({ userTypes: 'Student', sort: 'name', format: 'csv', limit: '1' });
  expect(response.headers.get('content-type')).toContain('text/csv');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  const [header, ...rows] = text.split('\r\n');
  expect(header).toBe(`${byteOrderMark}Name,Email,Image`);
  expect(rows.map((row) => row.split(',')[0])).toEqual(['Bob 100%_sure', 'Émile Zola', 'stu', 'Zoë', '']);
  const emptyFile = await send({ search: '\0', format: 'csv' });
  expect(await emptyFile.text()).toBe('Name,Email,Image\r\n');
});

test.each<Record<string, string>>([
  { sort: 'age' },
  { order: 'random' },
  { userTypes: 'Teacher' },
  { hasRoleRequest: 'false' },
  { id: 'me' },
  { page: '0' },
  { limit: '101' },
  { search: 'x'.repeat(201) },
  { format: 'xml' },
])('rejects %j', async (query) => {
  const response = await send(query);
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid-input' }]);
});
