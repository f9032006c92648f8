import { type RawBuilder, sql } from 'kysely';
import { minLengthForNearMisses } from '#contract/fold-text.ts';
import { containsPattern } from '#platform/read-tables/courses.ts';

/**
 * Settings of the sessions that search. `word_similarity_threshold` is the minimum word similarity (0 to 1) of a near miss;
 * "pyhsics" and "physics" have barely more. The operator `<%`, which uses the index, reads the minimum from this setting.
 *
 * `random_page_cost`: the read tables are in memory, so reading a row through an index costs no more than reading the next one.
 * With the default of 4, PostgreSQL compares every name of the catalogue instead of using the index. In a catalogue of 10,000 courses, a
 * search for "advanced" took 231 ms with the default and 5 ms with this value, on a busy machine.
 */
export const searchSettings = {
  'pg_trgm.word_similarity_threshold': '0.35',
  random_page_cost: '1.1',
} as const;

/** Score of a name that contains the text. It is above the score of any near miss, so one descending order lists both. */
export const maxScore = 1_000;

const contains = (foldedText: string) => sql<boolean>`search_name like ${containsPattern(foldedText)}`;

/**
 * Returns a condition on the column `search_name`: the name contains the text or is a near miss. The text is never
 * interpreted as a pattern.
 * @param foldedText the text as `foldText` returns it; '' finds every name.
 */
export const searchCondition = (foldedText: string): RawBuilder<boolean> => {
  if (foldedText === '') return sql<boolean>`true`;
  if (foldedText.length < minLengthForNearMisses) return contains(foldedText);
  return sql<boolean>`(${contains(foldedText)} or ${foldedText} <% search_name)`;
};

/** Returns an expression for the score of a found name: {@link maxScore}, or the similarity of a near miss in thousandths. */
export const searchScore = (foldedText: string): RawBuilder<number> => {
  if (foldedText === '') return sql<number>`${sql.lit(maxScore)}::int`;
  const similarity = sql<number>`word_similarity(${foldedText}, search_name)`;
  return sql<number>`case when ${contains(foldedText)} then ${sql.lit(maxScore)}
    else least((${similarity} * 1000)::int, ${sql.lit(maxScore - 1)}) end`;
};
