import type { TestProject } from 'vitest/node';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL server on which tests may create databases. */
    serverUrl: string;
  }
}

/** Provides one PostgreSQL server for all test files. A server that was started for this is stopped at the end. */
export default async function setup(project: TestProject) {
  const server = await startTestServer();
  project.provide('serverUrl', server.url);
  return server.stop;
}
