/** Runs a statement. `$1` is the id of the record, `$2` the position of the event, and `$3` onwards are the values. */
export type RunForRecord = (sql: string, ...values: unknown[]) => Promise<unknown>;
