/**
 * Fills an empty log with a year of the demo school. Every command goes through the deciders of the command-api, with a simulated
 * clock. Each command has a fixed idempotency key, so an interrupted seeding continues where it stopped.
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
import { type DemoCommand, daysOfYear, idOfPerson } from './year/demo-command.ts';
import { demoYearCommands } from './year/year.ts';

/** Creates the command handlers. @param clock the simulated clock. */
const createHandlers = (reader: LogReader, clock: () => Date): readonly CommandHandler[] => [
  ...courseHandlers,
  ...createUserHandlers({ roleSignup: 'open', emailVerification: 'off', adminEmails: new Set() }),
  ...bookmarkHandlers,
  // All enrolments name the course by its id, so nothing is looked up.
  ...createEnrolmentHandlers(async () => null),
  ...progressHandlers,
  // The demo users do not report which announcements they have seen, and receive no messages.
  ...createAnnouncementHandlers({
    saveSeenPosition: async (_, position) => position,
    areEnrolled: async () => false,
    clock,
  }),
  ...createCertificateHandlers(clock),
  // Each user takes only a few notes, so the limits need no counts.
  ...createNoteHandlers(async () => ({ count: 0, characters: 0 })),
  ...createQuizHandlers({ reader, findStartedEnrolment: async () => null, clock }),
  ...reviewHandlers,
];

const findHandler = (command: DemoCommand, handlers: readonly CommandHandler[]): CommandHandler => {
  const found = handlers.find(
    ({ endpoint }) => endpoint.method === command.method && endpoint.path === command.path,
  );
  if (!found) throw new Error(`The demo school uses an unknown endpoint: ${command.method} ${command.path}.`);
  return found;
};

const executeCommand = async (
  command: DemoCommand,
  handler: CommandHandler,
  executor: CommandExecutor,
  arrivedAt: Date,
): Promise<void> => {
  const userId = idOfPerson(command.by);
  const path = command.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(command.params[name] ?? ''),
  );
  const key = scopeIdempotencyKey({ userId, method: command.method, path, key: command.key });
  const input = {
    params: handler.endpoint.params === null ? null : validateInput(handler.endpoint.params, command.params),
    body: handler.endpoint.body === null ? null : validateInput(handler.endpoint.body, command.body),
    identity: {
      uid: command.by.uid,
      userId,
      email: command.by.email,
      emailVerified: true,
      hasAccount: true,
      hasRequiredSecondFactor: true,
      signedInAt: Number.POSITIVE_INFINITY,
      issuedAt: 0,
      expiresAt: Number.POSITIVE_INFINITY,
    },
    key: command.key,
    arrivedAt,
  };
  const commandKey = { key, bodyHash: 'demo' };
  const result = await handler.execute(executor, input, {
    commandId: commandIdOf(key),
    correlationId: randomUUID(),
    commandKey,
  });
  if (result.outcome === 'email-taken')
    throw new Error(`Two people of the demo school have the same e-mail address: ${command.by.email}.`);
  if (result.outcome === 'key-reused')
    throw new Error(`Two commands of the demo school have the same key: ${path}.`);
};

/** Returns whether the log is empty, or its last event is from a seeding, which may have been interrupted. */
const isSeedable = async (reader: LogReader): Promise<boolean> => {
  const head = await reader.head();
  if (head === 0) return true;
  const { events } = await reader.readPage(head - 1, 1);
  return events[0]?.metadata.seeded === true;
};

const dayMs = 86_400_000;
/** The start of each day of the demo school, 7:00 UTC, as a fraction of a day. */
const dayStart = 7 / 24;

/** Converts days since `yearStartMs` to a time. The fraction of the day is mapped to the hours from 7:00 to midnight. */
const timeOfCommand = (yearStartMs: number, day: number): Date => {
  const wholeDays = Math.floor(day);
  return new Date(yearStartMs + (wholeDays + dayStart + (day - wholeDays) * (1 - dayStart)) * dayMs);
};

const executeCommands = async (
  commands: readonly DemoCommand[],
  reader: LogReader,
  seeder: LogSeeder,
  now: Date,
) => {
  // The year begins at midnight UTC and ends before now.
  const yearStartMs = (Math.floor(now.getTime() / dayMs) - daysOfYear) * dayMs;
  const executor = createCommandExecutor({ reader, appender: seeder });
  let time = timeOfCommand(yearStartMs, 0);
  const handlers = createHandlers(reader, () => time);
  for (const command of commands) {
    time = timeOfCommand(yearStartMs, command.day);
    seeder.setClock(time);
    await executeCommand(command, findHandler(command, handlers), executor, time);
  }
};

/**
 * Seeds the demo school.
 * @param options.databaseUrl of the migrated database, as its owner or a superuser.
 * @param options.commands by default those of the whole year.
 * @returns the number of commands; null if people already use the log.
 */
export const seedDemoSchool = async (options: {
  databaseUrl: string;
  masterKey: string | Buffer;
  now: Date;
  commands?: readonly DemoCommand[];
}): Promise<number | null> => {
  const { commands = demoYearCommands() } = options;
  const pool = openPool({ connectionString: options.databaseUrl, maxConnections: 2 });
  const vault = openVault({ pool, masterKey: options.masterKey });
  const reader = openReader({ pool, vault });
  try {
    if (!(await isSeedable(reader))) return null;
    const seeder = await openSeeder({ connectionString: options.databaseUrl, vault });
    try {
      await executeCommands(commands, reader, seeder, options.now);
      // Marks the notifications of the year as seen, so that nobody finds all of them unread.
      await pool.query(
        'select state.see_notifications(person, $1) from vault.keys where destroyed_at is null',
        [await reader.head()],
      );
      return commands.length;
    } finally {
      await seeder.close();
    }
  } finally {
    await reader.close();
    await vault.close();
    await pool.end();
  }
};
