import type { Sockets } from '../faults/load/sockets.ts';
import type { Cluster } from '../start-cluster.ts';
import type { DrillReport } from './drill-report.ts';
import type { RemovedPerson } from './erased-people.ts';
import type { Falsification } from './falsify.ts';
import type { LogDigests } from './log-digests.ts';
import type { School } from './school.ts';

export type DrillOptions = {
  cluster: Cluster;
  report: DrillReport;
  studentCount: number;
  falsified: ReadonlySet<Falsification>;
};

/** Facts that the drill keeps outside the database, to compare the restored database with them. */
export type FactsBeforeDisaster = {
  school: School;
  sockets: Sockets;
  removed: readonly RemovedPerson[];
  /** A person who was removed after `moment`. The restored log has the person but not the removal, which is only in the removal list. */
  removedAfterMoment: RemovedPerson;
  /** The digests of the log at `moment`. */
  digestsAtMoment: LogDigests;
  /** The moment to which the database is restored, as PostgreSQL prints it, with its time zone. */
  moment: string;
  headAtDisaster: number;
  history: string;
  timeline: number;
};
