import type { ClientBase } from 'pg';
import type { Statement } from './release-record.ts';

/** Since this version, PostgreSQL can explain a statement whose parameters are unknown. EXPLAIN also checks the privileges. */
const versionWithGenericPlans = 160_000;

/** A statement that the database refuses, and why. */
export type RefusedStatement = Statement & { reason: string };

/**
 * Prepares and explains each statement in the role of its service, without running it.
 * @param client a connection as superuser, without a transaction.
 * @returns the statements that the database refuses.
 */
export const findRefusedStatements = async (
  client: ClientBase,
  statements: readonly Statement[],
): Promise<RefusedStatement[]> => {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const hasGenericPlans = (rows[0]?.version ?? 0) >= versionWithGenericPlans;
  const refused: RefusedStatement[] = [];
  for (const statement of statements) {
    try {
      await client.query('begin');
      await client.query("select set_config('role', $1, true), set_config('search_path', $2, true)", [
        statement.role,
        statement.searchPath,
      ]);
      await client.query(`prepare checked as ${statement.text}`);
      if (hasGenericPlans) await client.query(`explain (generic_plan) ${statement.text}`);
    } catch (error) {
      refused.push({ ...statement, reason: (error as Error).message });
    } finally {
      await client.query('rollback');
      await client.query('deallocate all');
    }
  }
  return refused;
};
