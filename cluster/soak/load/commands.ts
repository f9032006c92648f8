import { type AnswerBody, type Method, RefusedError, sendCommand } from '../../services/send-command.ts';
import type { AcknowledgedAct } from '../accounting/compare-acts.ts';
import type { Participant } from './school.ts';

/** An act of the load. */
type Act = {
  method: Method;
  path: string;
  body?: object;
  /** The type of an event that the command must have appended; null if it may append none. */
  event: string | null;
  /** Statuses of refusals that are not faults, for example because other acts have changed the school in the meantime. */
  acceptable?: readonly number[];
};

/** Sends the commands of the load and remembers their answers. */
export type Commands = {
  acts: AcknowledgedAct[];
  /** The first unexpected failures of commands and reads. Each of them fails the soak. */
  problems: readonly string[];
  addProblem(problem: string): void;
  /**
   * Sends the command of an act, and remembers that it was acknowledged.
   * @returns the body of the answer; null if the command was refused or never acknowledged.
   */
  send(participant: Participant, act: Act): Promise<AnswerBody | null>;
  /** Like `send`, but returns the id of the record in the answer; empty if the answer has none. */
  act(participant: Participant, act: Act): Promise<string | null>;
};

const maxProblems = 20;

/** Creates the commands of the load, with no answers yet. @param signal ends the repetitions of commands that are not acknowledged. */
export const createCommands = (edgeUrl: string, signal: AbortSignal): Commands => {
  const acts: AcknowledgedAct[] = [];
  const problems: string[] = [];
  const addProblem = (problem: string) => {
    if (problems.length < maxProblems) problems.push(problem);
  };
  const send: Commands['send'] = async ({ person }, { method, path, body, event, acceptable = [] }) => {
    try {
      const command = { method, url: edgeUrl + path, token: person.token, ...(body && { body }) };
      const { body: answer, position, ms, attempts } = await sendCommand(command, signal);
      acts.push({ event, position, ms, attempts });
      return answer;
    } catch (error) {
      const isAcceptable = error instanceof RefusedError && acceptable.includes(error.status);
      if (!isAcceptable) addProblem((error as Error).message);
      return null;
    }
  };
  return {
    acts,
    problems,
    addProblem,
    send,
    act: async (participant, act) => {
      const answer = await send(participant, act);
      return answer && (answer.insertedId ?? answer._id ?? '');
    },
  };
};
