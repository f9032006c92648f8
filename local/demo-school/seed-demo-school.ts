/**
 * Fills an empty log with a year of the demo school. Every act goes through the deciders of the command-api, with a simulated
 * clock. Each has a fixed idempotency key, so an interrupted seeding continues where it stopped.
 */
import { randomUUID } from 'node:crypto';
import type { CommandHandler } from '#command-api/command-handler/command-handler.ts';
import { commandIdOf, scopeIdempotencyKey } from '#command-api/command-handler/idempotency-key.ts';
import { createAnnouncementHandlers } from '#command-api/resources/announcements/routes.ts';
import { bookmarkHandlers } from '#command-api/resources/bookmarks/routes.ts';
import { createCertificateHandlers } from '#command-api/resources/certificates/routes.ts';
import { courseHandlers } from '#command-api/resources/courses/routes.ts';
import { createEnrolmentHandlers } from '#command-api/resources/enrolments/routes.ts';
import { createNoteHandlers } from '#command-api/resources/notes/routes.ts';
import { progressHandlers } from '#command-api/resources/progress/routes.ts';
import { createQuizHandlers } from '#command-api/resources/quizzes/routes.ts';
import { reviewHandlers } from '#command-api/resources/reviews/routes.ts';
import { createUserHandlers } from '#command-api/resources/users/routes.ts';
import { type LogSeeder, openSeeder } from '#events/log/append/seeder.ts';
import { type CommandExecutor, createCommandExecutor } from '#events/log/command-executor.ts';
import type { LogReader } from '#events/log/log.ts';
import { openReader } from '#events/log/read/reader.ts';
import { openVault } from '#events/vault/vault.ts';
import { validateInput } from '#platform/http/validate-input.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { type Act, idOfPerson } from './year/act.ts';
import { daysOfYear } from './year/days.ts';
import { demoYear } from './year/year.ts';

/** Creates the command handlers. @param clock the simulated clock. */
const createHandlers = (reader: LogReader, clock: () => Date): readonly CommandHandler[] => [
  ...courseHandlers,
  ...createUserHandlers({ roleSignup: 'open', adminEmails: new Set() }),
  ...bookmarkHandlers,
  // All enrolments give the course by its id, so nothing is looked up.
  ...createEnrolmentHandlers(async () => null),
  ...progressHandlers,
  // Nobody reports which announcements they have seen.
  ...createAnnouncementHandlers(async (_, position) => position, clock),
  ...createCertificateHandlers(clock),
  // Everybody takes few notes, so the limits need no counts.
  ...createNoteHandlers(async () => ({ count: 0, characters: 0 })),
  ...createQuizHandlers({ reader, findStartedEnrolment: async () => null, clock }),
  ...reviewHandlers,
];

const findHandler = (act: Act, commands: readonly CommandHandler[]): CommandHandler => {
  const found = commands.find(({ endpoint }) => endpoint.method === act.method && endpoint.path === act.path);
  if (!found) throw new Error(`The demo school uses an unknown endpoint: ${act.method} ${act.path}.`);
  return found;
};

const executeAct = async (act: Act, called: CommandHandler, executor: CommandExecutor): Promise<void> => {
  const userId = idOfPerson(act.by);
  const path = act.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(act.params[name] ?? ''),
  );
  const key = scopeIdempotencyKey({ userId, method: act.method, path, key: act.key });
  const input = {
    params: called.endpoint.params === null ? null : validateInput(called.endpoint.params, act.params),
    body: called.endpoint.body === null ? null : validateInput(called.endpoint.body, act.body),
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
  const result = await called.execute(executor, input, {
    commandId: commandIdOf(key),
    correlationId: randomUUID(),
    commandKey: command,
  });
  if (result.outcome === 'key-reused')
    throw new Error(`Two acts of the demo school have the same key: ${path}.`);
};

/** Returns whether the log is empty, or contains only an (incomplete) seeding. */
const isSeedable = async (reader: LogReader): Promise<boolean> => {
  const head = await reader.head();
  if (head === 0) return true;
  const { events } = await reader.readPage(head - 1, 1);
  return events[0]?.metadata.seeded === true;
};

const day = 86_400_000;
/** The day of the demo school begins at 7:00 UTC, as a fraction of a day. */
const dayStart = 7 / 24;

/** Converts days since the start of the year to a time; the fraction is mapped to the hours from 7:00 to midnight. */
const timeOfAct = (begin: number, at: number): Date => {
  const whole = Math.floor(at);
  return new Date(begin + (whole + dayStart + (at - whole) * (1 - dayStart)) * day);
};

const executeActs = async (acts: readonly Act[], reader: LogReader, seeder: LogSeeder, now: Date) => {
  // The year begins at midnight UTC and ends before now.
  const begin = (Math.floor(now.getTime() / day) - daysOfYear) * day;
  const executor = createCommandExecutor({ reader, appender: seeder });
  let time = timeOfAct(begin, 0);
  const commands = createHandlers(reader, () => time);
  for (const act of acts) {
    time = timeOfAct(begin, act.day);
    seeder.setClock(time);
    await executeAct(act, findHandler(act, commands), executor);
  }
};

/**
 * Seeds the demo school.
 * @param options.databaseUrl as the owner of the database.
 * @returns the number of acts; null if the log is already used by people.
 */
export const seedDemoSchool = async (options: {
  databaseUrl: string;
  masterKey: string | Buffer;
  now: Date;
}): Promise<number | null> => {
  const pool = openPool({ connectionString: options.databaseUrl, maxConnections: 2 });
  const vault = openVault({ pool, masterKey: options.masterKey });
  const reader = openReader({ pool, vault });
  try {
    if (!(await isSeedable(reader))) return null;
    const seeder = await openSeeder({ connectionString: options.databaseUrl, vault });
    try {
      const acts = demoYear();
      await executeActs(acts, reader, seeder, options.now);
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
