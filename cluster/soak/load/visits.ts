import { setTimeout as sleep } from 'node:timers/promises';
import { type Person, register } from '../../services/people.ts';
import type { Commands } from './commands.ts';
import { chooseAny, createParticipant, type Participant, type School } from './school.ts';
import { adminActs, instructorActs, type ParticipantAct } from './staff-acts.ts';
import { studentActs } from './student-acts.ts';

/** An answered GET, or one that failed. */
export type Read = { ms: number; hasFailed: boolean };

export type Visits = {
  /** Returns the reads since the last call. */
  takeReads(): Read[];
  /** The number of students who have registered so far. */
  readonly registered: number;
  /** Ends the visits. Resolves when the last command is answered. */
  stop(): Promise<void>;
};

export type VisitsOptions = {
  edgeUrl: string;
  school: School;
  commands: Commands;
  /** How many people visit at once. */
  concurrent: number;
  /** How many students register while the visits go on, and the time over which their registrations are spread. */
  newStudents: number;
  registrationMs: number;
};

const requestTimeoutMs = 5_000;
const actsPerVisit = 4;
const registrationsAtOnce = 4;
const pauseMs = 250;
/** Admins and instructors make this many of a hundred visits. Students make the rest. */
const adminVisits = 8;
const instructorVisits = 2;

/** Returns the paths from which each read of a person is chosen. */
const readsOf = ({ email }: Person, isStudent: boolean): string[] => {
  const encodedEmail = encodeURIComponent(email);
  return [
    ...['/catalogue?limit=24', '/highRatedCourses', `/userType?email=${encodedEmail}`],
    ...['/announcement?limit=20', '/notifications'],
    ...(isStudent ? [`/notes/${encodedEmail}`, `/enrolledCourses?email=${encodedEmail}`] : []),
  ];
};

/** Starts people who visit the school, read and act, while others register. */
export const startVisits = (options: VisitsOptions): Visits => {
  const { edgeUrl, school, commands } = options;
  let reads: Read[] = [];
  let registered = 0;
  const stopped = new AbortController();
  const { signal } = stopped;
  const pause = (ms: number) => sleep(ms * (0.5 + Math.random()), undefined, { signal }).catch(() => {});

  const read = async (participant: Participant, paths: readonly string[]) => {
    const path = chooseAny(paths);
    const startedAt = performance.now();
    const record = (hasFailed: boolean) => reads.push({ ms: performance.now() - startedAt, hasFailed });
    try {
      const response = await fetch(`${edgeUrl}${path}`, {
        headers: { authorization: `Bearer ${participant.person.token}` },
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      const text = await response.text();
      if (response.status >= 400 && response.status < 500)
        commands.addProblem(`GET ${path}: ${response.status} ${text}`);
      record(!response.ok);
    } catch {
      record(true);
    }
  };

  const chooseGroup = (): { participants: readonly Participant[]; acts: readonly ParticipantAct[] } => {
    const dice = Math.random() * 100;
    if (dice < adminVisits) return { participants: school.admins, acts: adminActs };
    if (dice < adminVisits + instructorVisits)
      return { participants: school.instructors, acts: instructorActs };
    return { participants: school.students, acts: studentActs };
  };

  const visit = async () => {
    const group = chooseGroup();
    const participant = chooseAny(group.participants);
    if (!participant || participant.isBusy) return;
    participant.isBusy = true;
    try {
      await visitAs(participant, group);
    } catch (error) {
      commands.addProblem((error as Error).message);
    } finally {
      participant.isBusy = false;
    }
  };

  const visitAs = async (participant: Participant, group: { acts: readonly ParticipantAct[] }) => {
    for (let turn = 0; turn < actsPerVisit && !signal.aborted; turn += 1) {
      await read(participant, readsOf(participant.person, group.acts === studentActs));
      await chooseAny(group.acts)?.(participant, school, commands, edgeUrl);
      await pause(pauseMs);
    }
  };

  const visitRepeatedly = async () => {
    while (!signal.aborted) {
      await visit();
      await pause(pauseMs);
    }
  };

  const registerOthers = async () => {
    const startedAt = performance.now();
    while (registered < options.newStudents && !signal.aborted) {
      const share = Math.min(1, (performance.now() - startedAt) / options.registrationMs);
      const due = Math.min(options.newStudents * share - registered, registrationsAtOnce);
      const numbers = Array.from({ length: Math.floor(due) }, (_, index) => registered + index + 1);
      const people = await Promise.all(
        numbers.map((number) => register(edgeUrl, `student-${number}`, 'Student')),
      );
      school.students.push(...people.map(createParticipant));
      registered += people.length;
      if (people.length === 0) await pause(pauseMs);
    }
  };

  const loops = Promise.all([
    registerOthers().catch((error: Error) => commands.addProblem(error.message)),
    ...Array.from({ length: options.concurrent }, visitRepeatedly),
  ]);
  return {
    takeReads: () => {
      const taken = reads;
      reads = [];
      return taken;
    },
    get registered() {
      return registered;
    },
    stop: async () => {
      stopped.abort();
      await loops;
    },
  };
};
