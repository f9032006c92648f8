/**
 * Gives an empty log the past of the demo school: every act of its year goes through the deciders of the command-api,
 * as if the person had made it then. Each has a fixed key, so a seeding that was broken off goes on where it stopped.
 */
import { randomUUID } from 'node:crypto';
import { announcementCommands } from '#command-api/announcements/routes.ts';
import { bookmarkCommands } from '#command-api/bookmarks/routes.ts';
import type { CommandCall } from '#command-api/calls/command-call.ts';
import { commandIdOf, scopedKey } from '#command-api/calls/command-key.ts';
import { certificateCommands } from '#command-api/certificates/routes.ts';
import { courseCommands } from '#command-api/courses/routes.ts';
import { enrolmentCommands } from '#command-api/enrolments/routes.ts';
import { noteCommands } from '#command-api/notes/routes.ts';
import { progressCommands } from '#command-api/progress/routes.ts';
import { quizCommands } from '#command-api/quizzes/routes.ts';
import { reviewCommands } from '#command-api/reviews/routes.ts';
import { userCommands } from '#command-api/users/routes.ts';
import { type CommandExecutor, openExecutor } from '#events/log/decide.ts';
import type { LogReader } from '#events/log/log.ts';
import { openReader } from '#events/log/reader.ts';
import { type LogSeeder, openSeeder } from '#events/log/seeder.ts';
import { openVault } from '#events/vault/vault.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { validate } from '#platform/validate.ts';
import { type Act, idOfPerson } from './year/act.ts';
import { daysOfYear } from './year/days.ts';
import { demoYear } from './year/year.ts';

/** @param clock the time in the demo school. */
const commandsOf = (reader: LogReader, clock: () => Date): readonly CommandCall[] => [
  ...courseCommands,
  ...userCommands({ roleSignup: 'open', adminEmails: new Set() }),
  ...bookmarkCommands,
  // Everybody here names the course by its id: nothing is looked up.
  ...enrolmentCommands(async () => null),
  ...progressCommands,
  // Nobody here says what they have seen.
  ...announcementCommands(async (_, position) => position, clock),
  ...certificateCommands(clock),
  // Nobody here writes more than a few notes: no stock is taken.
  ...noteCommands(async () => ({ count: 0, characters: 0 })),
  ...quizCommands({ reader, findEnrolment: async () => null, clock }),
  ...reviewCommands,
];

const commandOf = (act: Act, commands: readonly CommandCall[]): CommandCall => {
  const found = commands.find(({ call }) => call.method === act.method && call.path === act.path);
  if (!found) throw new Error(`The demo school makes a call that there is not: ${act.method} ${act.path}.`);
  return found;
};

const carryOut = async (act: Act, called: CommandCall, executor: CommandExecutor): Promise<void> => {
  const userId = idOfPerson(act.by);
  const path = act.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(act.params[name] ?? ''),
  );
  const key = scopedKey({ userId, method: act.method, path, key: act.key });
  const input = {
    params: called.call.params === null ? null : validate(called.call.params, act.params),
    body: called.call.body === null ? null : validate(called.call.body, act.body),
    identity: {
      uid: act.by.uid,
      userId,
      email: act.by.email,
      emailVerified: true,
      exists: true,
      signedInAt: Number.POSITIVE_INFINITY,
      expiresAt: Number.POSITIVE_INFINITY,
    },
    key: act.key,
  };
  const command = { key, bodyHash: 'demo' };
  const result = await called.run(executor, input, {
    commandId: commandIdOf(key),
    correlationId: randomUUID(),
    command,
  });
  if (result.outcome === 'key-reused') throw new Error(`Two acts of the demo school have one key: ${path}.`);
};

/** Whether the log is empty, or holds nothing but a seeding that may not have come to its end. */
const isSeedable = async (reader: LogReader): Promise<boolean> => {
  const head = await reader.head();
  if (head === 0) return true;
  const { events } = await reader.readPage(head - 1, 1);
  return events[0]?.metadata.seeded === true;
};

const day = 86_400_000;
/** Nobody learns in the small hours: the day of the demo school begins at this one, UTC. */
const wakesAt = 7 / 24;

/** When an act happens, by the days since the year began: the later in its day, the later between waking and midnight. */
const timeOf = (begin: number, at: number): Date => {
  const whole = Math.floor(at);
  return new Date(begin + (whole + wakesAt + (at - whole) * (1 - wakesAt)) * day);
};

const live = async (acts: readonly Act[], reader: LogReader, seeder: LogSeeder, now: Date) => {
  // At midnight, so that the hours of the day are those of the clock; and none of it is still to come.
  const begin = (Math.floor(now.getTime() / day) - daysOfYear) * day;
  const executor = openExecutor({ reader, appender: seeder });
  let time = timeOf(begin, 0);
  const commands = commandsOf(reader, () => time);
  for (const act of acts) {
    time = timeOf(begin, act.day);
    seeder.at(time);
    await carryOut(act, commandOf(act, commands), executor);
  }
};

/**
 * @param options.databaseUrl as the owner of the database.
 * @returns how many acts the year has, or null when the log is no longer being seeded (people have used it).
 */
export const seedDemoSchool = async (options: {
  databaseUrl: string;
  masterKey: string | Buffer;
  now: Date;
}): Promise<number | null> => {
  const pool = openPool({ connectionString: options.databaseUrl, connections: 2 });
  const vault = openVault({ pool, masterKey: options.masterKey });
  const reader = openReader({ pool, vault });
  try {
    if (!(await isSeedable(reader))) return null;
    const seeder = await openSeeder({ connectionString: options.databaseUrl, vault });
    try {
      const acts = demoYear();
      await live(acts, reader, seeder, options.now);
      return acts.length;
    } finally {
      await seeder.close();
    }
  } finally {
    await reader.close();
    await vault.close();
    await pool.end();
  }
};
