import { auditList, auditQuery } from '../audit.ts';
import { logLine, logQuery } from '../log.ts';
import { bare, type Call } from './call.ts';

/** The log, for those who may look into it: in words, and as it is. */
export const historyCalls = {
  readAudit: {
    ...bare,
    discloses: 'history',
    method: 'GET',
    path: '/audit',
    group: 'history',
    summary:
      'What happened, newest first: in words, who did it, what differs. Kept to a kind, a person, a record or a time; as CSV with format=csv.',
    who: 'audit.read',
    query: auditQuery,
    answer: auditList,
  },
  readLog: {
    ...bare,
    discloses: 'log',
    method: 'GET',
    path: '/log',
    group: 'history',
    summary:
      'Every event under pseudonyms, one a line, in order, up to the head as it stands. Kept to a stretch and to kinds of event; whoever was cut off goes on after the position of the last line.',
    who: 'log.read',
    query: logQuery,
    timely: true,
    lines: true,
    answer: logLine,
  },
} as const satisfies Record<string, Call>;
