/** Tries to find the names behind pseudonyms, as an attacker would, by joining public answers with the data of analysts. */

/** A JSON object or a row of a table, with the table, file or address that contains it. */
export type SourceRow = { source: string; row: Record<string, unknown> };

/** A public answer or live message that shows a name. */
export type PublicFact = SourceRow & { name: string };

type Scalar = { name: string; value: unknown };

const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const isoTimePattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const hourMs = 3_600_000;

/** Returns the scalars in a value, at any depth, each with the name of its field. Keys of objects also count as scalars. */
const listScalars = (value: unknown, name: string): Scalar[] => {
  if (value instanceof Date || typeof value !== 'object' || value === null) return [{ name, value }];
  return Object.entries(value).flatMap(([key, inner]) => [
    { name: key, value: key },
    ...listScalars(inner, Array.isArray(value) ? name : key),
  ]);
};

/** Returns a time in ms; null for anything else. */
const toTimeMs = (value: unknown): number | null => {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' && isoTimePattern.test(value) ? Date.parse(value) : null;
};

/** Returns the ids in a row, in any field, even within texts such as stream names. */
const collectIds = ({ row }: SourceRow): string[] =>
  listScalars(row, '').flatMap(({ value }) =>
    typeof value === 'string' ? (value.match(uuidPattern) ?? []).map((id) => id.toLowerCase()) : [],
  );

const without = (values: ReadonlySet<string>, ignored: ReadonlySet<string>): Set<string> =>
  new Set([...values].filter((value) => !ignored.has(value)));

const collectHours = ({ row }: SourceRow): Set<number> =>
  new Set(
    listScalars(row, '').flatMap(({ value }) => {
      const time = toTimeMs(value);
      return time === null ? [] : [Math.floor(time / hourMs)];
    }),
  );

/**
 * Returns the values of a row that hardly any other row has: ids, positions, times that are more precise than the hour, and
 * texts of several words.
 */
const collectPreciseValues = (source: SourceRow): Set<string> => {
  const values = new Set(collectIds(source).map((id) => `id ${id}`));
  for (const { name, value } of listScalars(source.row, '')) {
    const time = toTimeMs(value);
    if (time !== null && time % hourMs !== 0) values.add(`time ${time}`);
    else if (/position/i.test(name) && value !== null) values.add(`position ${value}`);
    else if (typeof value === 'string' && time === null && value.trim().includes(' '))
      values.add(`text ${value}`);
  }
  return values;
};

type Attack = {
  facts: readonly PublicFact[];
  rows: readonly SourceRow[];
  /** Public data without names, such as courses: what it contains identifies nobody. */
  impersonal: readonly SourceRow[];
  /**
   * Returns the name of the person with this id or pseudonym; undefined if nobody has it. An attacker does not know this function. The test
   * uses it to judge the result.
   */
  ownerOf: (id: string) => string | undefined;
};

/**
 * Follows equal values from each name to a row, from there to other rows, and so on.
 * @returns the links that it found, as `<name> is <owner of an id in the row> in <source>`.
 */
export const linkByValues = ({ facts, rows, impersonal, ownerOf }: Attack): string[] => {
  const ignored = new Set(impersonal.flatMap((sourceRow) => [...collectPreciseValues(sourceRow)]));
  const prepared = rows.map((sourceRow) => ({
    sourceRow,
    values: without(collectPreciseValues(sourceRow), ignored),
  }));
  const rowsByValue = new Map<string, typeof prepared>();
  for (const entry of prepared)
    for (const value of entry.values) rowsByValue.set(value, [...(rowsByValue.get(value) ?? []), entry]);
  const links = new Set<string>();
  for (const fact of facts) {
    const seen = without(collectPreciseValues(fact), ignored);
    // The loop also visits values that are added to the set while it runs.
    for (const value of seen)
      for (const { sourceRow, values } of rowsByValue.get(value) ?? []) {
        for (const next of values) seen.add(next);
        for (const id of collectIds(sourceRow)) {
          const owner = ownerOf(id);
          if (owner) links.add(`${fact.name} is ${owner} in ${sourceRow.source}`);
        }
      }
  }
  return [...links].sort();
};

/**
 * Looks for rows of the same hour as a public fact, in each table and among the events of each type in a file. If a row has a course or a
 * rating, they must be those of the fact.
 * @returns the links of the facts whose rows in one source all belong to a single person, in the form of {@link linkByValues}.
 */
export const linkByCoincidence = ({ facts, rows, ownerOf }: Attack): string[] => {
  const sources = Map.groupBy(rows, ({ source, row }) => `${source} ${row.type ?? ''}`);
  const links = new Set<string>();
  for (const fact of facts) {
    const hours = collectHours(fact);
    const courseIds = new Set(collectIds(fact));
    for (const [source, candidates] of sources) {
      const owners = candidates
        .filter((candidate) => [...collectHours(candidate)].some((hour) => hours.has(hour)))
        .filter(({ row }) => {
          const data = (row.data ?? row) as Record<string, unknown>;
          const courseId = data.courseId ?? data.course_id;
          if (typeof courseId === 'string' && !courseIds.has(courseId)) return false;
          return data.rating === undefined || data.rating === fact.row.rating;
        })
        .flatMap((candidate) => collectIds(candidate).map(ownerOf))
        .filter((owner) => owner !== undefined);
      if (new Set(owners).size === 1) links.add(`${fact.name} is ${owners[0]} in ${source}`);
    }
  }
  return [...links].sort();
};
