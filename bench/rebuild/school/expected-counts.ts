import type { ClientBase, Pool } from 'pg';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import { ratingFactor } from '#platform/read-tables/reviews.ts';
import type { StreamEvent } from './person-append.ts';

type Queryable = Pick<Pool, 'query'> | Pick<ClientBase, 'query'>;

/** Counts by label, for example the name of a table. */
type Counts = Record<string, number>;

const activityKinds = new Set<DomainEvent['type']>([
  ...(['CourseBookmarked', 'StudentEnrolled', 'CourseStarted', 'ModuleCompleted', 'NoteTaken'] as const),
  ...(['QuizFinished', 'ReviewSubmitted', 'CertificateIssued'] as const),
]);

/** Computes how many rows the read tables must contain, without any code of the projector. */
export class ExpectedCounts {
  events = 0;
  readonly #removedUsers = new Set<string>();
  readonly #withdrawnCourses = new Set<string>();
  readonly #withdrawnAnnouncements = new Set<string>();
  /** The owner of each row, by table and row id; empty for rows without an owner. */
  readonly #owners = new Map<string, Map<string, string>>();
  readonly #activities = new Map<string, number>();
  readonly #reviews = new Map<string, { courseId: string; rating: number; isPresent: boolean }>();

  /** Takes an event of the log into account. */
  add([stream, event]: StreamEvent): void {
    this.events += 1;
    const id = streamId(stream);
    const { type } = event;
    if (type === 'UserRemoved') this.#removedUsers.add(id);
    if (type === 'UserRegistered') this.#addRow('users', id, id);
    if (type === 'CourseAdded') this.#addRow('courses', id, '');
    if (type === 'CourseBookmarked') this.#addRow('bookmarks', id, event.data.userId);
    if (type === 'BookmarkRemoved') this.#owners.get('bookmarks')?.delete(id);
    if (type === 'StudentEnrolled') this.#addRow('enrolments', id, event.data.userId);
    if (type === 'NoteTaken') this.#addRow('notes', id, event.data.userId);
    if (type === 'QuizStarted') this.#addRow('quizzes', id, event.data.userId);
    if (type === 'ReviewSubmitted') this.#addRow('reviews', id, event.data.userId);
    if (type === 'CertificateIssued') this.#addRow('certificates', id, event.data.userId);
    if (type === 'AnnouncementPosted') this.#addRow('announcements', id, '');
    if (type === 'CourseRemoved') this.#withdrawnCourses.add(id);
    if (type === 'CourseRestored') this.#withdrawnCourses.delete(id);
    if (type === 'AnnouncementWithdrawn') this.#withdrawnAnnouncements.add(id);
    if (type === 'AnnouncementRestored') this.#withdrawnAnnouncements.delete(id);
    const userId = 'userId' in event.data ? event.data.userId : null;
    if (userId !== null && activityKinds.has(type)) {
      this.#activities.set(userId, (this.#activities.get(userId) ?? 0) + 1);
    }
    if (type === 'ReviewSubmitted' || type === 'ReviewRevised') {
      const { courseId, rating } = event.data;
      this.#reviews.set(id, { courseId, rating, isPresent: true });
    }
    const review = this.#reviews.get(id);
    if (review && type === 'ReviewRemoved') review.isPresent = false;
    if (review && type === 'ReviewRestored') review.isPresent = true;
  }

  /** Returns the counts. Of a removed student, the rows in `audit` stay, certificates are withdrawn, and all other rows are deleted. */
  counts(): Counts {
    const counts: Counts = { audit: this.events, activity: 0, ratings: 0, 'sum of ratings': 0 };
    for (const [table, rows] of this.#owners)
      counts[table] =
        table === 'certificates'
          ? rows.size
          : [...rows.values()].filter((owner) => !this.#removedUsers.has(owner)).length;
    for (const [userId, activities] of this.#activities)
      if (!this.#removedUsers.has(userId)) counts.activity = (counts.activity ?? 0) + activities;
    counts['withdrawn certificates'] = [...(this.#owners.get('certificates')?.values() ?? [])].filter(
      (owner) => this.#removedUsers.has(owner),
    ).length;
    counts['withdrawn courses'] = this.#withdrawnCourses.size;
    counts['withdrawn announcements'] = this.#withdrawnAnnouncements.size;
    for (const [id, { rating, isPresent }] of this.#reviews) {
      if (!isPresent || this.#removedUsers.has(this.#owners.get('reviews')?.get(id) ?? '')) continue;
      counts.ratings = (counts.ratings ?? 0) + 1;
      counts['sum of ratings'] = (counts['sum of ratings'] ?? 0) + Math.round(rating * ratingFactor);
    }
    return counts;
  }

  #addRow(table: string, id: string, owner: string): void {
    const rows = this.#owners.get(table) ?? new Map<string, string>();
    this.#owners.set(table, rows.set(id, owner));
  }
}

/** A schema with read tables, and the names of the read tables that it lacks. */
export type CountedSchema = { name: string; missingTables: readonly string[] };

export const currentSchema: CountedSchema = { name: 'read', missingTables: [] };

/** Counts the rows of the read tables. The counts have the labels of {@link ExpectedCounts}. */
export const countRows = async (
  pool: Queryable,
  { name: schema, missingTables }: CountedSchema,
): Promise<Counts> => {
  const tables = [
    'courses',
    'users',
    'bookmarks',
    'enrolments',
    'reviews',
    'notes',
    'quizzes',
    'activity',
    'certificates',
    'announcements',
    'audit',
  ].filter((table) => !missingTables.includes(table));
  const withdrawn = ['courses', 'certificates', 'announcements'];
  const { rows } = await pool.query<{ label: string; count: string }>(
    [
      ...tables.map((table) => `select '${table}' as label, count(*) as count from ${schema}.${table}`),
      ...withdrawn.map(
        (table) => `select 'withdrawn ${table}', count(*) from ${schema}.${table} where withdrawn`,
      ),
      `select 'ratings', sum(reviews) from ${schema}.course_ratings`,
      `select 'sum of ratings', sum(total) from ${schema}.course_ratings`,
    ].join(' union all '),
  );
  return Object.fromEntries(rows.map(({ label, count }) => [label, Number(count ?? 0)]));
};
