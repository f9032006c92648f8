import { rejectAfter } from '#concurrency/reject-after.ts';

export const minuteMs = 60_000;

/** One step of the drill, for the table. */
type Row = { name: string; seconds: number; notes: string[]; failures: string[] };

/** Receives the findings of a step. */
export type Step = {
  /** Adds a fact to the table. */
  note(fact: string): void;
  /** Adds a failed proof. The drill goes on, and fails at its end. */
  fail(failure: string): void;
  /** Adds a failed proof unless the condition is met. */
  require(condition: boolean, failure: string): void;
};

export type DrillReport = {
  /**
   * Runs a step and measures it.
   * @throws Error if the step throws or exceeds the timeout. The drill then cannot go on.
   */
  step<T>(name: string, timeoutMs: number, work: (step: Step) => Promise<T>): Promise<T>;
  /** All failed proofs, each with its step. */
  readonly failures: readonly string[];
  /** Returns the steps as a Markdown table. */
  formatTable(): string;
};

const formatRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Creates an empty report. @param print shows each step when it ends. */
export const createDrillReport = (print: (line: string) => void): DrillReport => {
  const rows: Row[] = [];
  const failuresOf = ({ name, failures }: Row) => failures.map((failure) => `${name}: ${failure}`);
  return {
    step: async (name, timeoutMs, work) => {
      const row: Row = { name, seconds: 0, notes: [], failures: [] };
      rows.push(row);
      const startedAt = performance.now();
      const step: Step = {
        note: (fact) => row.notes.push(fact),
        fail: (failure) => row.failures.push(failure),
        require: (condition, failure) => {
          if (!condition) row.failures.push(failure);
        },
      };
      try {
        return await rejectAfter(timeoutMs, work(step), `It took longer than ${timeoutMs / 1000} s.`);
      } catch (error) {
        step.fail((error as Error).message);
        throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
      } finally {
        row.seconds = (performance.now() - startedAt) / 1000;
        const outcome = row.failures.length === 0 ? 'ok' : `FAILED: ${row.failures.join('; ')}`;
        print(`${row.seconds.toFixed(1).padStart(6)} s  ${name}: ${[...row.notes, outcome].join(', ')}`);
      }
    },
    get failures() {
      return rows.flatMap(failuresOf);
    },
    formatTable: () =>
      [
        formatRow(['step', 'seconds', 'found', 'result']),
        formatRow(['---', '---', '---', '---']),
        ...rows.map((row) =>
          formatRow([
            row.name,
            row.seconds.toFixed(1),
            row.notes.join(', '),
            row.failures.length === 0 ? 'ok' : '**failed**',
          ]),
        ),
      ].join('\n'),
  };
};
