import type { Sockets } from '../faults/load/sockets.ts';
import type { Cluster } from '../start-cluster.ts';
import type { DrillReport } from './drill-report.ts';
import type { RemovedPerson } from './erased-people.ts';
import type { Falsification } from './falsify.ts';
import type { LogRecord } from './log-record.ts';
import type { School } from './school.ts';

export type DrillOptions = {
  cluster: Cluster;
  report: DrillReport;
  studentCount: number;
  falsified: ReadonlySet<Falsification>;
};

/** What the drill remembers outside the database, to compare it with the restored one. */
export type Memory = {
  school: School;
  sockets: Sockets;
  removed: readonly RemovedPerson[];
  /** A removed person who is in the restored log, whose removal is not, but in the list. */
  removedAfterMoment: RemovedPerson;
  /** The log at the moment. */
  recorded: LogRecord;
  /** The moment to which the database is restored, as PostgreSQL prints it, with its time zone. */
  moment: string;
  headAtDisaster: number;
  history: string;
  timeline: number;
};
