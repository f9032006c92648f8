import { auditList, auditQuery } from '../schemas/audit.ts';
import { logLine, logQuery } from '../schemas/log.ts';
import { type Endpoint, endpointDefaults } from './endpoint.ts';

/** The log for Admins: as a readable history, and as pseudonymous events. */
export const historyEndpoints = {
  readAudit: {
    ...endpointDefaults,
    disclosure: 'history',
    method: 'GET',
    path: '/audit',
    group: 'history',
    summary:
      'History, newest first: what happened, who did it, what changed. Filtered by kind, person, record or time; as CSV with format=csv.',
    access: 'audit.read',
    query: auditQuery,
    answer: auditList,
  },
  readLog: {
    ...endpointDefaults,
    disclosure: 'log',
    needsRecentSignIn: true,
    method: 'GET',
    path: '/log',
    group: 'history',
    summary:
      'All events under pseudonyms, one per line, in order, up to the current head. Filtered by range and type. After a broken connection, continue after the position of the last complete line.',
    access: 'log.read',
    query: logQuery,
    changesWithTime: true,
    isNdjson: true,
    answer: logLine,
  },
} as const satisfies Record<string, Endpoint>;
