import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { findPrimary } from '../database/cluster-state.ts';
import type { DatabaseNode } from '../database/database-node.ts';
import { withPrimary } from '../database/with-primary.ts';
import { openSockets } from '../faults/load/sockets.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { type Person, register } from '../services/people.ts';
import type { Cluster } from '../start-cluster.ts';
import { readClock, readHistory, readTimeline } from './database-facts.ts';
import type { DrillOptions, FactsBeforeDisaster } from './drill-options.ts';
import { minuteMs, type Step } from './drill-report.ts';
import type { RemovedPerson } from './erased-people.ts';
import { headOf, readLogDigests } from './log-digests.ts';
import { addCourse, completeCourse, fillSchool, removeUser, type School } from './school.ts';

const socketCount = 20;
/** The pause after the moment, so that later commits have a later time. */
const marginMs = 200;

const backupInfo = z.array(
  z.object({
    status: z.object({ code: z.number() }),
    backup: z.array(z.object({ label: z.string(), error: z.boolean(), type: z.string() })),
  }),
);

/** Returns the node that is the primary, and pgBackRest. @throws Error if there is no primary, or no backups. */
const findPrimaryAndBackups = async ({ databases }: Cluster) => {
  const state = await databases.state();
  const primary = state && findPrimary(state);
  const node = databases.nodes.find(({ name }) => name === primary);
  if (!node || !databases.pgbackrest) throw new Error('There is no primary, or it has no backups.');
  return { node, pgbackrest: databases.pgbackrest };
};

/**
 * Takes a full backup of the primary, and checks the files of the repository against their checksums.
 * @throws Error if the backup fails.
 */
export const backUp = async (cluster: Cluster, step: Step): Promise<void> => {
  const { node, pgbackrest } = await findPrimaryAndBackups(cluster);
  await pgbackrest.run(node, ['backup', '--type=full'], 5 * minuteMs);
  const verified = await pgbackrest.run(node, ['verify', '--log-level-console=info'], 5 * minuteMs);
  const [info] = backupInfo.parse(
    JSON.parse(await pgbackrest.run(node, ['info', '--output=json'], minuteMs)),
  );
  const latest = info?.backup.at(-1);
  step.require(info?.status.code === 0, `pgbackrest info has the status ${info?.status.code}`);
  step.require(
    latest?.error === false && latest.type === 'full',
    'pgbackrest info reports no good full backup',
  );
  step.require(!/invalid|missing: [1-9]|ERROR/.test(verified), verified);
  step.note(`backup ${latest?.label}`);
};

/** Waits until the WAL archive has everything that the primary has written so far. @returns the name of the last WAL file with these writes. */
const waitForWalArchive = (cluster: Cluster) =>
  withPrimary({ primaryUrl: () => cluster.primaryUrl('postgres') }, 'postgres', async (client) => {
    const { rows } = await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
    const walFile = rows[0]?.name ?? '';
    await waitUntil(`the WAL archive has ${walFile}`, 2 * minuteMs, async () => {
      const { rows: archived } = await client.query<{ name: string | null }>(
        'select last_archived_wal as name from pg_stat_archiver',
      );
      return (archived[0]?.name ?? '') >= walFile ? true : null;
    });
    return walFile;
  });

/** Registers a student and completes a course as this student, so that there is personal data to erase. */
const admitStudent = async (edgeUrl: string, school: School, name: string): Promise<Person> => {
  const student = await register(edgeUrl, name, 'Student');
  await completeCourse(edgeUrl, student, school.courseIds[0] ?? '');
  return student;
};

const prepareRepository = async (cluster: Cluster, node: DatabaseNode) => {
  const { pgbackrest } = cluster.databases;
  await pgbackrest?.run(node, ['stanza-create'], minuteMs);
  await pgbackrest?.run(node, ['check'], 2 * minuteMs);
};

/** Fills the school, takes a backup, writes more, notes the moment, writes more, and waits until everything is archived. */
export const writeAndBackUp = async (
  options: DrillOptions,
): Promise<FactsBeforeDisaster & AsyncDisposable> => {
  const { cluster, report, studentCount } = options;
  const { edgeUrl } = cluster;
  const remove = async (
    school: School,
    person: Person,
    when: RemovedPerson['when'],
  ): Promise<RemovedPerson> => {
    await removeUser(edgeUrl, school.admin, person);
    return { ...person, when };
  };

  await report.step('Create the repository, check that the WAL is archived', 3 * minuteMs, async () => {
    const { node } = await findPrimaryAndBackups(cluster);
    await prepareRepository(cluster, node);
  });
  const { school, leavers, sockets, first } = await report.step(
    'Fill the school',
    5 * minuteMs,
    async (step) => {
      const school = await fillSchool(edgeUrl, studentCount);
      const leavers = {
        first: await admitStudent(edgeUrl, school, 'leaves-first'),
        second: await admitStudent(edgeUrl, school, 'leaves-second'),
        third: await admitStudent(edgeUrl, school, 'leaves-third'),
      };
      const first = await remove(school, leavers.first, 'before the backup');
      const tokens = Array.from({ length: socketCount }, (_, index) => school.students[index % studentCount]);
      const sockets = await openSockets(
        edgeUrl,
        tokens.map((student) => student?.token ?? ''),
      );
      const head = await withPrimary(cluster, 'projector', async (client) =>
        headOf(await readLogDigests(client)),
      );
      step.note(`${head} events, ${socketCount} sockets`);
      return { school, leavers, sockets, first };
    },
  );
  await report.step('Take a full backup, verify it', 10 * minuteMs, (step) => backUp(cluster, step));
  const second = await report.step('Write on, remove a user', 2 * minuteMs, async () => {
    await addCourse(edgeUrl, school.admin, 'Added after the backup');
    return remove(school, leavers.second, 'after the backup');
  });
  const moment = await report.step('Note the moment', minuteMs, async (step) =>
    withPrimary(cluster, 'projector', async (client) => {
      const digestsAtMoment = await readLogDigests(client);
      const now = await readClock(client);
      await client.query('select pg_sleep($1)', [marginMs / 1_000]);
      step.note(`position ${headOf(digestsAtMoment)}, ${now}`);
      return {
        moment: now,
        digestsAtMoment,
        history: await readHistory(client),
        timeline: await readTimeline(client),
      };
    }),
  );
  const later = await report.step(
    'Write on, remove two users, archive everything',
    4 * minuteMs,
    async (step) => {
      const third = await remove(school, leavers.third, 'after the moment');
      const guest = await admitStudent(edgeUrl, school, 'guest');
      const fourth = await remove(school, guest, 'registered and removed after the moment');
      await addCourse(edgeUrl, school.admin, 'Lost in the disaster');
      await waitUntil('all removals are in the list', minuteMs, () => {
        const list = readFileSync(cluster.removalsFile, 'utf8');
        return [first, second, third, fourth].every(({ id }) => list.includes(id)) ? true : null;
      });
      const walFile = await waitForWalArchive(cluster);
      const head = await withPrimary(cluster, 'projector', async (client) =>
        headOf(await readLogDigests(client)),
      );
      step.note(`position ${head}, ${walFile}`);
      return { third, fourth, head };
    },
  );
  return {
    ...{ school, sockets },
    ...moment,
    removed: [first, second, later.third, later.fourth],
    removedAfterMoment: later.third,
    headAtDisaster: later.head,
    [Symbol.asyncDispose]: () => sockets[Symbol.asyncDispose](),
  };
};
