import type { TestProject } from 'vitest/node';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL server on which tests may create databases. */
    serverUrl: string;
  }
}

/** Starts one PostgreSQL server for all test files and stops it at the end. */
export default async function setup(project: TestProject) {
  const server = await startTestServer();
  project.provide('serverUrl', server.url);
  return server.stop;
}
