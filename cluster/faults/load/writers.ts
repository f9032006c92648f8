/** People who keep changing courses, and repeat each command until it is acknowledged or refused. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { courseFields } from '../../services/course-fields.ts';
import { type AnswerBody, type Method, sendCommand } from '../../services/send-command.ts';

/** A command that was acknowledged. `label` is unique, and is in the event of the command. */
type AcknowledgedCommand = { label: string; position: number; at: number; attempts: number };

export type Writers = {
  acknowledgements: readonly AcknowledgedCommand[];
  /** The number of edits that matched no course, because the course was lost. */
  readonly editsWithoutCourse: number;
  /** Commands that were refused, or not acknowledged in time, each as a sentence. Each of them fails the round. */
  refusals: readonly string[];
  /** Stops the writers. The commands that they have begun are repeated until they are acknowledged, for at most a minute. */
  stop(): Promise<void>;
};

export type WritersOptions = {
  edgeUrl: string;
  tokens: readonly string[];
  /** The average pause of each writer between two commands. */
  pauseMs: number;
};

const drainTimeoutMs = 60_000;
/** A writer adds a course once in this many turns, and edits one in the others. */
const turnsPerCourse = 8;

/** Starts one writer for each token. All of them also edit one common course, so that both command-apis write the same stream. */
export const startWriters = async ({ edgeUrl, tokens, pauseMs }: WritersOptions): Promise<Writers> => {
  const acknowledgements: AcknowledgedCommand[] = [];
  const refusals: string[] = [];
  let editsWithoutCourse = 0;
  let isStopping = false;
  const deadline = new AbortController();

  /** Sends a command until it is acknowledged. @returns the answer; null if it was refused or time is up. */
  const sendUntilAcknowledged = async (
    token: string,
    method: Method,
    path: string,
  ): Promise<AnswerBody | null> => {
    const label = randomUUID();
    const command = {
      method,
      url: edgeUrl + path,
      token,
      body: courseFields({ name: 'Numbers', details: label }),
    };
    try {
      const { body, position, at, attempts } = await sendCommand(command, deadline.signal);
      if (body.matchedCount === 0) editsWithoutCourse += 1;
      else acknowledgements.push({ label, position, at, attempts });
      return body;
    } catch (error) {
      refusals.push((error as Error).message);
      return null;
    }
  };

  const addCourse = async (token: string) =>
    (await sendUntilAcknowledged(token, 'POST', '/courses'))?.insertedId;
  const [first = ''] = tokens;
  let commonCourse = await addCourse(first);
  const write = async (token: string) => {
    let ownCourse: string | undefined;
    for (let turn = 0; !isStopping; turn += 1) {
      if (ownCourse === undefined || turn % turnsPerCourse === 0) ownCourse = await addCourse(token);
      else {
        const edited = turn % 2 === 0 ? ownCourse : commonCourse;
        const answer = await sendUntilAcknowledged(token, 'PUT', `/courses/${edited}`);
        if (answer?.matchedCount === 0) {
          ownCourse = await addCourse(token);
          if (edited === commonCourse) commonCourse = ownCourse;
        }
      }
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  };
  const loops = Promise.all(tokens.map(write));
  return {
    acknowledgements,
    refusals,
    get editsWithoutCourse() {
      return editsWithoutCourse;
    },
    stop: async () => {
      isStopping = true;
      const timer = setTimeout(() => deadline.abort(), drainTimeoutMs);
      await loops;
      clearTimeout(timer);
    },
  };
};
