import { formatCount } from '../../format-count.ts';
import type { LogComparison } from '../accounting/compare-with-log.ts';
import { defaultFailedReadsShare, type Fault } from './fault.ts';

/** The findings of a round. */
export type RoundResult = LogComparison & {
  fault: Pick<
    Fault,
    | 'name'
    | 'title'
    | 'maxSeconds'
    | 'replication'
    | 'mayLoseUnacknowledged'
    | 'maxFailedReadsShare'
    | 'mustAnswerStale'
  >;
  /** Commands that had to be sent more than once before they were acknowledged. */
  repeated: number;
  secondsWithoutCommands: number;
  /** The longest time in which one of the visitors got no successful answer. */
  secondsWithoutReads: number;
  reads: number;
  staleReads: number;
  failedReads: number;
  sockets: number;
  /** Sockets that have received each change to a course once and in order. */
  completeSockets: number;
  reconnects: number;
  /** How often a socket was told to fetch everything again. */
  refetches: number;
  /** How often a socket was told to fetch everything again after it had missed more than 1,000 positions. Not in `refetches`. */
  lateRefetches: number;
  /** Edits that did not find their course, because it was lost. */
  editsWithoutCourse: number;
  /** Whether the log has a different history than before the fault. */
  hasOtherHistory: boolean;
  /** Everything else that is wrong, for example refused commands, duplicate messages or the output of failed checks. */
  problems: readonly string[];
};

/** The largest acceptable ratio of late refetches to sockets. On a busy machine a few sockets reconnect too late. */
const maxLateShare = 0.1;

/** Returns failures of a round in which nothing may be lost. */
const findLosses = (result: RoundResult): string[] => {
  const { fault, lost, editsWithoutCourse, refetches, hasOtherHistory } = result;
  const mayFetchAgain = hasOtherHistory && fault.mayLoseUnacknowledged === true;
  const althoughNothingLost = lost === 0 ? ' although nothing was lost' : '';
  return [
    ...(lost === 0
      ? []
      : [formatCount(lost, 'acknowledged command is lost', 'acknowledged commands are lost')]),
    ...(editsWithoutCourse === 0
      ? []
      : [formatCount(editsWithoutCourse, 'edit did not find its course', 'edits did not find their course')]),
    ...(refetches === 0 || mayFetchAgain
      ? []
      : [`sockets had to fetch again ${formatCount(refetches, 'time', 'times')}${althoughNothingLost}`]),
    ...(result.lateRefetches <= result.sockets * maxLateShare
      ? []
      : [
          `sockets reconnected ${formatCount(result.lateRefetches, 'time', 'times')} so late that they had to fetch again`,
        ]),
    ...(hasOtherHistory && !mayFetchAgain ? [`another history has begun${althoughNothingLost}`] : []),
  ];
};

/** Returns failures of a round with asynchronous replication, in which something must be lost and every client must learn of it. */
const findUndetectedLosses = ({ lost, refetches, sockets, hasOtherHistory }: RoundResult): string[] => [
  ...(lost > 0 ? [] : ['nothing was lost, so this round shows nothing']),
  ...(hasOtherHistory ? [] : ['the loss was not detected: the history is the same']),
  ...(refetches >= sockets
    ? []
    : [`${sockets} sockets were told to fetch again only ${formatCount(refetches, 'time', 'times')}`]),
];

const formatPercent = (share: number) => `${(share * 100).toFixed(1)} %`;

const findReadFailures = (result: RoundResult): string[] => {
  const { fault, reads, failedReads, staleReads, secondsWithoutReads } = result;
  const failedShare = failedReads / Math.max(1, reads + failedReads);
  const maxShare = fault.maxFailedReadsShare ?? defaultFailedReadsShare;
  return [
    ...(secondsWithoutReads <= fault.maxSeconds.reads
      ? []
      : [
          `${secondsWithoutReads.toFixed(1)} s without reads, at most ${fault.maxSeconds.reads} s are acceptable`,
        ]),
    ...(failedShare <= maxShare
      ? []
      : [
          `${formatPercent(failedShare)} of the reads failed, at most ${formatPercent(maxShare)} are acceptable`,
        ]),
    ...(staleReads > 0 || fault.mustAnswerStale !== true
      ? []
      : ['no read was stale, so none was answered without the primary']),
  ];
};

/** Returns a sentence for each failure; none if the round has passed. */
export const findFailures = (result: RoundResult): string[] => {
  const { fault, sockets, completeSockets } = result;
  return [
    ...(result.acknowledged > 0 ? [] : ['no command was acknowledged']),
    ...(fault.replication === 'asynchronous' ? findUndetectedLosses(result) : findLosses(result)),
    ...(result.writtenTwice === 0
      ? []
      : [`${formatCount(result.writtenTwice, 'command was', 'commands were')} written twice`]),
    ...(result.misplaced === 0
      ? []
      : [
          `${formatCount(result.misplaced, 'command was', 'commands were')} acknowledged with a position that is not that of ${result.misplaced === 1 ? 'its' : 'their'} event`,
        ]),
    ...(result.isDense ? [] : ['positions or versions have gaps']),
    ...(completeSockets === sockets
      ? []
      : [`${sockets - completeSockets} of ${sockets} sockets did not get each event once and in order`]),
    ...(result.secondsWithoutCommands <= fault.maxSeconds.commands
      ? []
      : [
          `${result.secondsWithoutCommands.toFixed(1)} s without acknowledgements, at most ${fault.maxSeconds.commands} s are acceptable`,
        ]),
    ...findReadFailures(result),
    ...result.problems,
  ];
};

const columns: readonly (readonly [string, (result: RoundResult) => string])[] = [
  ['fault', ({ fault }) => fault.title],
  ['seconds without acknowledgements', ({ secondsWithoutCommands }) => secondsWithoutCommands.toFixed(1)],
  ['seconds without reads', ({ secondsWithoutReads }) => secondsWithoutReads.toFixed(1)],
  ['acknowledged (repeated)', ({ acknowledged, repeated }) => `${acknowledged} (${repeated})`],
  ['lost', ({ lost }) => `${lost}`],
  ['written twice', ({ writtenTwice }) => `${writtenTwice}`],
  ['dense', ({ isDense }) => (isDense ? 'yes' : 'no')],
  [
    'reads (stale, failed)',
    ({ reads, staleReads, failedReads }) => `${reads} (${staleReads}, ${failedReads})`,
  ],
  [
    'sockets with each event once (reconnects, too late)',
    ({ completeSockets, sockets, reconnects, lateRefetches }) =>
      `${completeSockets} of ${sockets} (${reconnects}, ${lateRefetches})`,
  ],
  ['another history', ({ hasOtherHistory }) => (hasOtherHistory ? 'yes' : 'no')],
  ['result', (result) => (findFailures(result).length === 0 ? 'ok' : '**failed**')],
];

/** Formats the results of rounds as a Markdown table. */
export const formatTable = (results: readonly RoundResult[]): string =>
  [
    columns.map(([name]) => name),
    columns.map(() => '---'),
    ...results.map((result) => columns.map(([, format]) => format(result))),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
