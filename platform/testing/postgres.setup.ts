import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server where tests may create databases, as an owner. */
    serverUrl: string;
  }
}

/** Gives all test files one PostgreSQL server: `DATABASE_URL` where it is set. */
export default async function setup(project: TestProject) {
  const given = process.env.DATABASE_URL;
  if (!given) throw new Error('Set DATABASE_URL to a PostgreSQL server for tests.');
  project.provide('serverUrl', given);
}
