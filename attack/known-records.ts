import type { SeededRandom } from '#platform/seeded-random.ts';

/** At most this many ids are kept of each kind, so that the memory of the attack is bounded. */
const maxRecords = 400;

type KnownRecord = { id: string; ownerId: string | null };

/** The kind of record whose id a path contains, by the first segment of the path. */
const kindOfPath: Readonly<Record<string, string>> = {
  courses: 'course',
  bookmarks: 'bookmark',
  enrolledCourses: 'enrolment',
  progress: 'enrolment',
  reviews: 'review',
  ratings: 'course',
  quizzes: 'quiz',
  notes: 'note',
  announcement: 'announcement',
  users: 'user',
};
/** The kind of record whose id a field or parameter contains, by its name. */
const kindOfField: Readonly<Record<string, string>> = {
  course: 'course',
  enrolmentId: 'enrolment',
  questionId: 'question',
  certificate: 'certificate',
  userId: 'user',
  instructorId: 'user',
  studentIds: 'user',
  person: 'user',
  withoutReadingsBy: 'user',
};

/**
 * The ids that requests use, by kind of record. Most of them come from answers. `ownerId` is the user who is probably
 * the owner: the one who got an answer about this record alone. It is null if nothing suggests an owner. A user who has sent
 * requests since the start is their own owner.
 */
export class KnownRecords {
  readonly #byKind = new Map<string, KnownRecord[]>();
  readonly #random: SeededRandom;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  add(kind: string, id: string, ownerId: string | null): void {
    const records = this.#byKind.get(kind) ?? [];
    this.#byKind.set(kind, records);
    if (records.some((record) => record.id === id)) return;
    if (records.length < maxRecords) records.push({ id, ownerId });
    // The first records stay, because many operations need courses and enrolments that earlier requests have used.
    else records[maxRecords / 2 + this.#random.integerBelow(maxRecords / 2)] = { id, ownerId };
  }

  /** Adds the ids in the answer to a request with this path. Of a list, it adds only the first five. */
  learn(path: string, answer: unknown, ownerId: string | null): void {
    if (typeof answer !== 'object' || answer === null) return;
    const kind = kindOfPath[path.split('/')[1] ?? ''];
    if (Array.isArray(answer)) {
      for (const item of answer.slice(0, 5)) this.learn(path, item, null);
      return;
    }
    const { insertedId, _id, number, questions } = answer as Record<string, unknown>;
    for (const id of [insertedId, _id]) if (kind && typeof id === 'string') this.add(kind, id, ownerId);
    if (typeof number === 'string') this.add('certificate', number, ownerId);
    if (Array.isArray(questions))
      for (const question of questions as { id?: unknown }[])
        if (typeof question?.id === 'string') this.add('question', question.id, ownerId);
  }

  /** Returns an id for a field of a request with this path: mostly of the right kind, and mostly one of the sender's own records, if there are any. */
  pickId(path: string, name: string, senderId: string | null): string {
    const kind =
      kindOfField[name] ?? (name === 'courseId' ? this.#courseKind() : kindOfPath[path.split('/')[1] ?? '']);
    const chosen = this.#random.chance(0.06)
      ? this.#random.pick([...this.#byKind.keys(), 'course'])
      : (kind ?? 'course');
    const records = this.#byKind.get(chosen) ?? [];
    const own = senderId === null ? [] : records.filter(({ ownerId }) => ownerId === senderId);
    const candidates = own.length > 0 && this.#random.chance(0.75) ? own : records;
    if (candidates.length === 0 || this.#random.chance(0.04)) return this.#random.uuid();
    return this.#random.pick(candidates).id;
  }

  /** Chooses the kind of id for a course: clients may name a course by its own id or by that of an enrolment. */
  #courseKind(): string {
    return this.#random.chance(0.5) ? 'course' : 'enrolment';
  }
}
