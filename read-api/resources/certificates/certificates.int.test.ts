import { hash, randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { formatCertificateNumber } from '#contract/certificate-number.ts';
import { type CheckedCertificate, checkCertificate, leadsToSignedHead } from '#contract/check-certificate.ts';
import { certificateList, type ValidCertificate, verification } from '#contract/schemas/certificates.ts';
import { encodeCommitment } from '#events/seals/proof/commitment.ts';
import { createSealer } from '#events/seals/sealer.ts';
import { parseConfiguration } from '#platform/configuration.ts';
import { createSilentLogger } from '#platform/logging.ts';
import { openLiveSchool } from '#testing/live-school.ts';
import type { TestUser } from '#testing/school.ts';
import { openReadServices } from '../../services.ts';
import { createCertificateDescriber } from './describe-page.ts';

const live = await openLiveSchool();
const { school } = live;
const { sam, eve, ada } = await school.registerAll({ sam: 'Student', eve: 'Student', ada: 'Admin' });

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');
const listOf = async (person: TestUser, reader = person) =>
  certificateList.parse(await (await live.get(`/certificates/${person.email}`, reader)).json());
const verify = async (number: string, query = '') => {
  const body = await (await live.get(`/verify/${encodeURIComponent(number)}${query}`)).json();
  return verification.parse(body);
};
const readValid = async (number: string, query = ''): Promise<ValidCertificate> => {
  const found = await verify(number, query);
  if (found.status !== 'valid') throw new Error('The certificate is withdrawn.');
  return found;
};
const readProven = async (number: string, query = ''): Promise<CheckedCertificate> => {
  const found = await readValid(number, query);
  if (found.proof === null) throw new Error('The certificate is not sealed.');
  return { ...found, proof: found.proof };
};
const seal = () => createSealer({ pool: school.log.pool, pageSize: 8 }).sealUpTo();

/** Issues a certificate as the command-api does. The Arabic name tests the encoding. */
const issue = async (person: TestUser, courseName: string) => {
  const courseId = await school.addCourse(courseName, { instructor: 'Grace Rahman' });
  const data = { userId: person.id, courseId };
  const { id: enrolmentId } = await school.enrol(person, courseId);
  const salt = randomBytes(32);
  const number = formatCertificateNumber(2026, randomBytes(11));
  const position = await school.append(`enrolment-${enrolmentId}`, {
    type: 'CertificateIssued',
    data: {
      ...data,
      number,
      courseName,
      courseCode: 'CSE',
      instructor: 'Grace Rahman',
      studentName: 'سام الدين',
      nameCommitment: hash('sha256', encodeCommitment(salt, 'سام الدين')),
      nameSalt: salt.toString('hex'),
    },
  });
  return { courseId, number, position, enrolmentId };
};

test('returns certificates, newest first, only to their owner and to Admins', async () => {
  const first = await issue(sam, 'First');
  const second = await issue(sam, 'Second');
  const [newest, oldest] = await listOf(sam);
  expect(newest).toEqual({
    _id: second.enrolmentId,
    number: second.number,
    studentName: 'سام الدين',
    courseName: 'Second',
    courseCode: 'CSE',
    instructor: 'Grace Rahman',
    issuedAt: expect.any(String),
    courseId: second.courseId,
    userEmail: sam.email,
  });
  expect(oldest?.number).toBe(first.number);
  expect(await listOf(sam, ada)).toEqual(await listOf(sam));
  expect(await listOf(eve)).toEqual([]);
  expect((await live.get(`/certificates/${sam.email}`, eve)).status).toBe(403);
  expect((await live.get(`/certificates/${sam.email}`)).status).toBe(401);
});

test('verifies a number for anybody, with a new entity tag when the event is sealed', async () => {
  const { number, position } = await issue(sam, 'Public');
  const before = await live.get(`/verify/${number}`);
  const unsealed = { status: 'valid', number, studentName: 'سام الدين', courseName: 'Public', proof: null };
  expect(verification.parse(await before.clone().json())).toMatchObject(unsealed);
  const tag = before.headers.get('etag') ?? '';
  expect((await live.get(`/verify/${number}`, null, { 'if-none-match': tag })).status).toBe(304);
  await seal();
  const after = await live.get(`/verify/${number}`, null, { 'if-none-match': tag });
  expect(after.status).toBe(200);
  const original = await readProven(number);
  expect(original.proof.event.position).toBe(position);
  expect(await checkCertificate(sha256, original)).toMatchObject({
    matchesEvent: true,
    matchesCommitment: true,
    isSealed: true,
  });
  // The number as somebody types it from paper.
  expect(await verify(number.toLowerCase().replaceAll('-', ' ').replace('0', 'O'))).toEqual(original);
});

test('finds each kind of manipulation with exactly the checks that concern it', async () => {
  const { number } = await issue(sam, 'Tampered');
  await seal();
  const original = await readProven(number);
  const check = async (changed: CheckedCertificate) => {
    const { matchesEvent, matchesCommitment, isSealed } = await checkCertificate(sha256, changed);
    return [matchesEvent, matchesCommitment, isSealed];
  };
  expect(await check(original)).toEqual([true, true, true]);
  for (const field of ['number', 'courseName', 'courseCode', 'instructor'] as const)
    expect(await check({ ...original, [field]: 'EEE' })).toEqual([false, true, true]);
  expect(await check({ ...original, issuedAt: '2020-01-01T00:00:00.000Z' })).toEqual([false, true, true]);
  expect(await check({ ...original, studentName: 'Eve' })).toEqual([true, false, true]);
  for (const nameSalt of [null, '', 'zz', '00'.repeat(32)])
    expect(await check({ ...original, nameSalt })).toEqual([true, false, true]);
  const { proof } = original;
  const forged = { ...proof.event, data: proof.event.data.replaceAll('Tampered', 'Forged!!') };
  const withForgedEvent = { ...original, courseName: 'Forged!!', proof: { ...proof, event: forged } };
  expect(await check(withForgedEvent)).toEqual([true, true, false]);
  const other = await issue(sam, 'Another');
  await seal();
  const { proof: otherProof } = await readProven(other.number);
  expect(await check({ ...original, proof: otherProof })).toEqual([false, false, true]);
  for (const data of ['null', '7', 'not JSON', '{}']) {
    const withOtherData = { ...original, proof: { ...proof, event: { ...proof.event, data } } };
    expect(await check(withOtherData)).toEqual([false, null, false]);
  }
});

test('gives no valid proof for an event that was changed after it was sealed', async () => {
  const { number, position } = await issue(eve, 'Rewritten');
  await seal();
  const client = await school.log.pool.connect();
  await client.query("set session_replication_role = 'replica'");
  await client.query(
    `update log.events set data = replace(data::text, 'Rewritten', 'Rewritt3n')::json where position = $1`,
    [position],
  );
  client.release(true);
  // The parameter changes the entity tag, so that the cached answer is not used.
  const last = await school.log.pool.query<{ last: string }>('select max(number) as last from log.seals');
  const original = await readProven(number, `?seals=${last.rows[0]?.last}`);
  expect(await checkCertificate(sha256, original)).toMatchObject({ matchesEvent: false, isSealed: false });
});

test('a proof stays short as the log grows, and can lead to a later signed head', async () => {
  const { number } = await issue(sam, 'Long ago');
  await seal();
  const earlyHead = (await readProven(number)).proof.history.size;
  const course = await school.addCourse('Much edited');
  await school.editCourseManyTimes(course, 2_000);
  await seal();
  const { rows } = await school.log.pool.query<{ seals: string; root: Buffer }>(
    'select number as seals, chained_root as root from log.seals order by number desc limit 1',
  );
  const seals = Number(rows[0]?.seals);
  expect(seals).toBeGreaterThan(250);
  const late = await readProven(number, `?seals=${seals}`);
  expect(late.proof.history.path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(seals)));
  expect(late.proof.seal.path.length).toBeLessThanOrEqual(3);
  expect(JSON.stringify(late).length).toBeLessThan(4_000);
  expect(await checkCertificate(sha256, late)).toMatchObject({
    matchesEvent: true,
    matchesCommitment: true,
    isSealed: true,
  });
  const root = rows[0]?.root.toString('hex') ?? '';
  const head = { logId: late.logId, seals, root, lastPosition: 0, sealedAt: 0, signature: '' };
  expect(leadsToSignedHead(late, head)).toBe(true);
  expect(leadsToSignedHead(late, { ...head, root: root.replace(/^./, 'x') })).toBe(false);
  expect(leadsToSignedHead(await readProven(number, `?seals=${earlyHead}`), head)).toBe(false);
  for (const wrong of [earlyHead - 1, seals + 1_000, 0, 1.5, 'x'])
    expect((await live.get(`/verify/${number}?seals=${wrong}`)).status).toBe(400);
});

test('editing or removing the course does not change its certificates', async () => {
  const { number, courseId } = await issue(sam, 'As it was');
  await seal();
  const before = await readProven(number);
  await school.editCourse(courseId, { name: 'As it is' });
  await school.removeCourse(courseId);
  expect(await verify(number)).toEqual(before);
  expect((await listOf(sam))[0]).toMatchObject({ number, courseName: 'As it was' });
});

test('answers 404 for unknown and malformed numbers', async () => {
  for (const number of [
    formatCertificateNumber(2026, randomBytes(11)),
    'LYC-1',
    '%00',
    "'",
    'x'.repeat(300),
  ]) {
    const answer = await live.get(`/verify/${encodeURIComponent(number)}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not-found' });
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  }
});

test('sends a new certificate only to its owner’s sockets', async () => {
  using tab = await live.connect(sam);
  using other = await live.connect(eve);
  using admin = await live.connect(ada);
  await issue(sam, 'Live');
  const last = await school.addCourse('The end');
  for (const client of [tab, other, admin])
    await expect.poll(() => client.messages.at(-1)?.data).toMatchObject({ _id: last });
  expect(tab.messages.find(({ kind }) => kind === 'certificate-issued')?.data).toEqual(
    (await listOf(sam))[0],
  );
  for (const stranger of [other, admin])
    expect(stranger.messages.map(({ kind }) => kind)).not.toContain('certificate-issued');
});

test('shows the certificate of a removed user only as withdrawn, without its data', async () => {
  const kim = await school.register('kim');
  const { number } = await issue(kim, 'Withdrawn');
  await seal();
  const before = await live.get(`/verify/${number}`);
  await school.removeUser(kim);
  const after = await live.get(`/verify/${number}`, null, {
    'if-none-match': before.headers.get('etag') ?? '',
  });
  expect(await after.json()).toEqual({ status: 'withdrawn', number });
  expect((await live.get(`/certificates/${kim.email}`, kim)).status).toBe(403);
  expect(await listOf(kim, ada)).toEqual([]);
});

test('a certificate has no preview while it may have been withdrawn', async () => {
  const services = openReadServices(parseConfiguration({ DATABASE_URL: school.url }), createSilentLogger());
  onTestFinished(() => services.close());
  const describe = createCertificateDescriber(services);
  const lee = await school.register('lee');
  const { number } = await issue(lee, 'Previewed');
  const other = await issue(await school.register('lou'), 'Still valid');
  expect(await describe(`/verify/${number}`)).toMatchObject({ title: 'Certificate: Previewed' });
  school.isProjectionPaused = true;
  await school.removeUser(lee);
  expect(await describe(`/verify/${number}`)).toBeNull();
  await school.project();
  expect(await describe(`/verify/${other.number}`)).toMatchObject({ title: 'Certificate: Still valid' });
  expect(await describe(`/verify/${number}`)).toBeNull();
});
