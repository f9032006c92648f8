import type { Pool } from 'pg';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { Act } from './session.ts';

/** What must be in the read tables, by what is counted. */
export type Counts = Record<string, number>;

const activityKinds = new Set<DomainEvent['type']>([
  ...(['CourseBookmarked', 'StudentEnrolled', 'CourseStarted', 'ModuleCompleted', 'NoteTaken'] as const),
  ...(['QuizFinished', 'ReviewSubmitted', 'CertificateIssued'] as const),
]);

/** Counts what happens as it happens, by means of its own: nothing of the projector's is used. */
export class Tally {
  events = 0;
  readonly #removed = new Set<string>();
  readonly #withdrawn = new Map<string, Set<string>>();
  /** By table, whose each row is. */
  readonly #rows = new Map<string, Map<string, string>>();
  readonly #acts = new Map<string, number>();
  readonly #reviews = new Map<string, { courseId: string; rating: number; isPresent: boolean }>();

  add([stream, event]: Act): void {
    this.events += 1;
    const id = streamId(stream);
    const { type } = event;
    if (type === 'UserRemoved') this.#removed.add(id);
    if (type === 'UserRegistered') this.#row('users', id, id);
    if (type === 'CourseAdded') this.#row('courses', id, '');
    if (type === 'CourseBookmarked') this.#row('bookmarks', id, event.data.userId);
    if (type === 'BookmarkRemoved') this.#rows.get('bookmarks')?.delete(id);
    if (type === 'StudentEnrolled') this.#row('enrolments', id, event.data.userId);
    if (type === 'NoteTaken') this.#row('notes', id, event.data.userId);
    if (type === 'QuizStarted') this.#row('quizzes', id, event.data.userId);
    if (type === 'ReviewSubmitted') this.#row('reviews', id, event.data.userId);
    if (type === 'CertificateIssued') this.#row('certificates', id, event.data.userId);
    if (type === 'AnnouncementPosted') this.#row('announcements', id, '');
    if (type === 'CourseRemoved' || type === 'AnnouncementWithdrawn') this.#out(stream).add(id);
    if (type === 'CourseRestored' || type === 'AnnouncementRestored') this.#out(stream).delete(id);
    const userId = 'userId' in event.data ? event.data.userId : null;
    if (userId !== null && activityKinds.has(type)) {
      this.#acts.set(userId, (this.#acts.get(userId) ?? 0) + 1);
    }
    if (type === 'ReviewSubmitted' || type === 'ReviewRevised') {
      const { courseId, rating } = event.data;
      this.#reviews.set(id, { courseId, rating, isPresent: true });
    }
    const review = this.#reviews.get(id);
    if (review && type === 'ReviewRemoved') review.isPresent = false;
    if (review && type === 'ReviewRestored') review.isPresent = true;
  }

  counts(): Counts {
    const counts: Counts = { audit: this.events, activity: 0, ratings: 0, 'sum of ratings': 0 };
    for (const [table, rows] of this.#rows)
      counts[table] =
        table === 'certificates'
          ? rows.size
          : [...rows.values()].filter((owner) => !this.#removed.has(owner)).length;
    for (const [person, acts] of this.#acts)
      if (!this.#removed.has(person)) counts.activity = (counts.activity ?? 0) + acts;
    counts['withdrawn certificates'] = [...(this.#rows.get('certificates')?.values() ?? [])].filter((owner) =>
      this.#removed.has(owner),
    ).length;
    counts['withdrawn courses'] = this.#out('course-').size;
    counts['withdrawn announcements'] = this.#out('announcement-').size;
    for (const [id, { rating, isPresent }] of this.#reviews) {
      if (!isPresent || this.#removed.has(this.#rows.get('reviews')?.get(id) ?? '')) continue;
      counts.ratings = (counts.ratings ?? 0) + 1;
      counts['sum of ratings'] = (counts['sum of ratings'] ?? 0) + Math.round(rating * 1_000_000);
    }
    return counts;
  }

  #row(table: string, id: string, owner: string): void {
    const rows = this.#rows.get(table) ?? new Map<string, string>();
    this.#rows.set(table, rows.set(id, owner));
  }

  #out(stream: string): Set<string> {
    const kind = stream.slice(0, stream.indexOf('-'));
    const out = this.#withdrawn.get(kind) ?? new Set<string>();
    this.#withdrawn.set(kind, out);
    return out;
  }
}

/** What is in the read tables, counted alike. */
export const countsIn = async (pool: Pool): Promise<Counts> => {
  const tables = [
    ...['courses', 'users', 'bookmarks', 'enrolments', 'reviews', 'notes', 'quizzes', 'activity'],
    ...['certificates', 'announcements', 'audit'],
  ];
  const withdrawn = ['courses', 'certificates', 'announcements'];
  const { rows } = await pool.query<{ what: string; count: string }>(
    [
      ...tables.map((table) => `select '${table}' as what, count(*) as count from read.${table}`),
      ...withdrawn.map((table) => `select 'withdrawn ${table}', count(*) from read.${table} where withdrawn`),
      `select 'ratings', sum(reviews) from read.course_ratings`,
      `select 'sum of ratings', sum(total) from read.course_ratings`,
    ].join(' union all '),
  );
  return Object.fromEntries(rows.map(({ what, count }) => [what, Number(count ?? 0)]));
};
