import { Check, CircleHelp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CertificateCheck, CheckedCertificate } from '#contract/check-certificate.ts';

const count = (number: number) => number.toLocaleString('en');
/** Over so many hashes of neighbours. */
const over = (hashes: number) =>
  hashes === 0 ? 'straight' : `over ${count(hashes)} ${hashes === 1 ? 'hash' : 'hashes'}`;
const entries = (first: number, last: number) =>
  first === last ? 'this entry alone' : `the entries ${count(first)} to ${count(last)}`;

const marks = {
  yes: { Icon: Check, word: 'Holds', tone: 'bg-good-ground text-good' },
  no: { Icon: X, word: 'Does not hold', tone: 'bg-bad-ground text-bad' },
  unknown: { Icon: CircleHelp, word: 'Cannot be checked', tone: 'bg-warning-ground text-warning' },
} as const;

const markOf = (holds: boolean | null) => marks[holds === null ? 'unknown' : holds ? 'yes' : 'no'];

const Step = ({ title, holds, children }: { title: string; holds: boolean | null; children: ReactNode }) => {
  const { Icon, word, tone } = markOf(holds);
  return (
    <li className="flex gap-4">
      <span className={`mt-0.5 grid size-7 shrink-0 place-items-center rounded-full ${tone}`}>
        <Icon className="size-4" aria-hidden="true" />
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

/** What the browser has checked, step by step, in words. */
export const ProofSteps = ({ shown, check }: { shown: CheckedCertificate; check: CertificateCheck }) => {
  const { event, seal, history } = shown.proof;
  return (
    <ol className="flex flex-col gap-6">
      <Step title="The entry says what this page says" holds={check.says}>
        Entry {count(event.position)} of the school’s log records that certificate{' '}
        <span className="whitespace-nowrap">{shown.number}</span> was issued, for which course, by which
        instructor, at which time. It stands there in clear.
      </Step>
      <Step title="The name is the one that was written" holds={check.name}>
        {check.name === null
          ? 'Personal data is encrypted in the log, and this entry is older than the commitments to names that later ones hold. That the name above belongs to it, you take from the school’s server.'
          : 'Personal data is encrypted in the log, so the entry does not show the name. It holds a commitment to it: a hash of the name and a secret salt. Your browser has made that hash from the name above and the salt.'}
      </Step>
      <Step title="The entry is under a seal" holds={check.sealed}>
        The hash of the whole entry, as it is stored, leads {over(seal.path.length)} to the root of seal{' '}
        {count(seal.number)}, which covers {entries(seal.firstPosition, seal.lastPosition)}.
      </Step>
      <Step title="The seal is part of the history" holds={check.sealed}>
        {history.size === 1
          ? 'That seal is the only one so far, so its hash is the root of the history.'
          : `That seal leads ${over(history.path.length)} to the root of all ${count(history.size)} seals.`}{' '}
        If anybody changed this entry, or any other before the last seal, that root would be another one.
      </Step>
    </ol>
  );
};
