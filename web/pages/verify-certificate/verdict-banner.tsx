import { BadgeCheck, Hourglass, type LucideIcon, RotateCw, ShieldAlert } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { Verdict } from './use-certificate-check.ts';

type Look = { title: string; sentence: string; tone: string; Icon: LucideIcon | null };

const looks: Record<Verdict, Look> = {
  genuine: {
    title: 'This certificate is genuine',
    sentence: 'The school issued it. Your browser has just verified that it is in the sealed log.',
    tone: 'bg-good-ground text-good',
    Icon: BadgeCheck,
  },
  checking: {
    title: 'Checking the certificate',
    sentence: 'Your browser is verifying the proof.',
    tone: 'bg-info-ground text-info',
    Icon: null,
  },
  unchecked: {
    title: 'The certificate could not be checked',
    sentence:
      'Your browser could not load the program that verifies the proof. Reload the page to try again.',
    tone: 'bg-warning-ground text-warning',
    Icon: RotateCw,
  },
  sealing: {
    title: 'Issued, not sealed yet',
    sentence:
      'The school issued this certificate a moment ago. Its log entry will be sealed shortly; this page updates automatically.',
    tone: 'bg-warning-ground text-warning',
    Icon: Hourglass,
  },
  wrong: {
    title: 'The proof does not match this certificate',
    sentence:
      'The school’s server shows this certificate, but its proof is invalid. Do not rely on it, and contact the school.',
    tone: 'bg-bad-ground text-bad',
    Icon: ShieldAlert,
  },
};

/** The result of the check. Screen readers announce changes. */
export const VerdictBanner = ({ verdict }: { verdict: Verdict }) => {
  const { title, sentence, tone, Icon } = looks[verdict];
  return (
    <div role="status" className={classNames('flex items-start gap-4 rounded-card p-5 sm:p-6', tone)}>
      {Icon ? (
        <Icon className="size-8 shrink-0" />
      ) : (
        <Spinner label="Checking" className="mt-1 size-7 shrink-0" />
      )}
      <div className="min-w-0">
        <p className="text-lg font-semibold">{title}</p>
        <p className="mt-1 max-w-prose">{sentence}</p>
      </div>
    </div>
  );
};
