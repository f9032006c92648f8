import { BadgeCheck, Hourglass, type LucideIcon, ShieldAlert } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { Verdict } from './use-check.ts';

type Look = { title: string; sentence: string; tone: string; Icon: LucideIcon | null };

const looks: Record<Verdict, Look> = {
  genuine: {
    title: 'This certificate is genuine',
    sentence: 'The school issued it, and your own browser has just checked that it stands in the sealed log.',
    tone: 'bg-good-ground text-good',
    Icon: BadgeCheck,
  },
  checking: {
    title: 'Your browser is checking',
    sentence: 'It computes the hashes of the proof.',
    tone: 'bg-info-ground text-info',
    Icon: null,
  },
  sealing: {
    title: 'Issued, and not sealed yet',
    sentence:
      'The school issued this certificate a moment ago. Its entry in the log is about to be sealed; this page completes itself then.',
    tone: 'bg-warning-ground text-warning',
    Icon: Hourglass,
  },
  wrong: {
    title: 'What is shown does not fit the proof',
    sentence:
      'The school’s server shows this certificate, but its proof does not hold. Do not rely on it, and tell the school.',
    tone: 'bg-bad-ground text-bad',
    Icon: ShieldAlert,
  },
};

/** The one sentence that a visitor came for; said again by screen readers when it changes. */
export const VerdictBanner = ({ verdict }: { verdict: Verdict }) => {
  const { title, sentence, tone, Icon } = looks[verdict];
  return (
    <div role="status" className={classNames('flex items-start gap-4 rounded-card p-5 sm:p-6', tone)}>
      {Icon ? (
        <Icon className="size-8 shrink-0" aria-hidden="true" />
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
