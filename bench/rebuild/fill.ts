import { randomUUID } from 'node:crypto';
import type { LogAppender } from '#events/log/log.ts';
import { chanceOf } from './school/chance.ts';
import type { Session } from './school/session.ts';
import { opening, workOf } from './school/staff.ts';
import { lifeOf } from './school/student.ts';
import { Tally } from './school/tally.ts';

/** Appends at once. */
const hands = 128;
/** Students who are with the school at the same time, at most; each acts when it is their turn. */
const studentsAHand = 80;
/** Events of a student's life, about. */
const aLife = 55;

export type Filled = { tally: Tally; first: Session[] };

/**
 * Appends so many events of a school, or a few more: as its people come, act beside one another, and go.
 * @param kept how many events of the first sessions are handed back, for others to be measured with.
 */
export const fill = async (appender: LogAppender, events: number, kept: number): Promise<Filled> => {
  const tally = new Tally();
  const first: Session[] = [];
  const versions = new Map<string, number>();

  const append = async (session: Session): Promise<void> => {
    const { by, acts, removes } = session;
    if (tally.events < kept) first.push(session);
    for (const act of acts) tally.add(act);
    const writes = [...Map.groupBy(acts, ([stream]) => stream)].map(([stream, own]) => {
      const expectedVersion = versions.get(stream) ?? 0;
      versions.set(stream, expectedVersion + own.length);
      return { stream, expectedVersion, events: own.map(([, event]) => event) };
    });
    const { outcome } = await appender.append({
      ...{
        commandId: randomUUID(),
        writes,
        asserts: [],
        metadata: { actor: by, correlationId: randomUUID() },
      },
      ...(removes === undefined ? {} : { destroyKeysOf: [removes] }),
    });
    if (outcome !== 'appended') throw new Error(`A session was not appended: ${outcome}.`);
  };

  const { sessions, courses, instructors } = opening();
  for (const session of sessions) await append(session);
  const school = { courses, instructors, chance: chanceOf(7) };
  const together = Math.max(1, Math.min(studentsAHand, Math.ceil(events / aLife / hands / 2)));
  let registered = 0;
  const begin = (): Iterator<Session> => {
    registered += 1;
    return lifeOf(registered, school);
  };
  const students = async () => {
    const lives = Array.from({ length: together }, begin);
    for (let turn = 0; tally.events < events; turn = (turn + 1) % together) {
      const next = lives[turn]?.next();
      if (next?.done === false) await append(next.value);
      else lives[turn] = begin();
    }
  };
  const staff = async () => {
    const work = workOf(school, chanceOf(11));
    // One event in fifty or so is the staff's.
    let due = tally.events;
    while (tally.events < events) {
      if (tally.events < due) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        continue;
      }
      due = tally.events + 50;
      const { value } = work.next();
      if (value) await append(value);
    }
  };
  await Promise.all([staff(), ...Array.from({ length: hands }, students)]);
  return { tally, first };
};
