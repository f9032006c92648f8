import { Check, CircleHelp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CertificateCheck, CheckedCertificate } from '#contract/check-certificate.ts';

const formatNumber = (number: number) => number.toLocaleString('en');
const describePathLength = (hashCount: number) =>
  hashCount === 0 ? 'directly' : `via ${formatNumber(hashCount)} ${hashCount === 1 ? 'hash' : 'hashes'}`;
const describeEntries = (first: number, last: number) =>
  first === last ? 'only this entry' : `entries ${formatNumber(first)} to ${formatNumber(last)}`;

const stepResults = {
  yes: { Icon: Check, word: 'Verified', tone: 'bg-good-ground text-good' },
  no: { Icon: X, word: 'Failed', tone: 'bg-bad-ground text-bad' },
  unknown: { Icon: CircleHelp, word: 'Cannot be checked', tone: 'bg-warning-ground text-warning' },
} as const;

const getStepResult = (holds: boolean | null) => {
  if (holds === null) return stepResults.unknown;
  return holds ? stepResults.yes : stepResults.no;
};

const Step = ({ title, holds, children }: { title: string; holds: boolean | null; children: ReactNode }) => {
  const { Icon, word, tone } = getStepResult(holds);
  return (
    <li className="flex gap-4">
      <span className={`mt-0.5 grid size-7 shrink-0 place-items-center rounded-full ${tone}`}>
        <Icon className="size-4" />
      </span>
      <div className="min-w-0">
        <h3 className="font-medium">
          {title} <span className="text-sm font-normal text-muted">· {word}</span>
        </h3>
        <p className="mt-1 max-w-prose text-muted">{children}</p>
      </div>
    </li>
  );
};

export const ProofSteps = ({
  certificate,
  check,
}: {
  certificate: CheckedCertificate;
  check: CertificateCheck;
}) => {
  const { event, seal, history } = certificate.proof;
  return (
    <ol className="flex flex-col gap-6">
      <Step title="The log entry matches this page" holds={check.matchesEvent}>
        Entry {formatNumber(event.position)} of the school’s log records in clear text that certificate{' '}
        <span className="whitespace-nowrap">{certificate.number}</span> was issued, with its course,
        instructor and time.
      </Step>
      <Step title="The name matches the log entry" holds={check.matchesCommitment}>
        {check.matchesCommitment === null
          ? 'Personal data is encrypted in the log, and this entry is older than the commitments to names. For the name, you have to trust the school’s server.'
          : 'Personal data is encrypted in the log, so the entry does not show the name. It contains a commitment: a hash of the name and a secret salt. Your browser has recomputed this hash from the name above.'}
      </Step>
      {/* This step and the next have the same result, because `isSealed` covers the whole path from the entry to the root of the history. */}
      <Step title="The entry is sealed" holds={check.isSealed}>
        The hash of the stored entry leads {describePathLength(seal.path.length)} to the root of seal{' '}
        {formatNumber(seal.number)}, which covers {describeEntries(seal.firstPosition, seal.lastPosition)}.
      </Step>
      <Step title="The seal is part of the history" holds={check.isSealed}>
        {history.size === 1
          ? 'This seal is the only one so far, so its hash is the root of the history.'
          : `This seal leads ${describePathLength(history.path.length)} to the root of all ${formatNumber(history.size)} seals.`}{' '}
        If anybody changed this or any other sealed entry, this root would change.
      </Step>
    </ol>
  );
};
