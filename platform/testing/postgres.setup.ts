import type { TestProject } from 'vitest/node';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server where tests may create databases, as an owner. */
    serverUrl: string;
  }
}

/** Gives all test files one PostgreSQL server, and ends it after the last. */
export default async function setup(project: TestProject) {
  const server = await startTestServer();
  project.provide('serverUrl', server.url);
  return server.stop;
}
