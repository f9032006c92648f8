import { useAtomValue } from 'jotai';
import { History } from 'lucide-react';
import { may } from '#contract/policies.ts';
import { paths } from '../../client/paths.ts';
import { userTypeAtom } from '../../client/session/session.ts';
import { ButtonLink, type ButtonLook, type ButtonSize } from '../../ui/button.tsx';

/**
 * Leads to the timeline of one record, or of a person; shown to those who may read it.
 * @param of what it is the history of, for who does not see where the link stands.
 */
export const HistoryLink = ({
  of,
  look = 'second',
  size = 'small',
  className,
  ...narrowed
}: {
  of: string;
  look?: ButtonLook;
  size?: ButtonSize;
  className?: string;
} & ({ record: string } | { person: string })) =>
  may(useAtomValue(userTypeAtom), 'audit.read') && (
    <ButtonLink to={paths.audit(narrowed)} look={look} size={size} className={className}>
      <History className="size-4" aria-hidden="true" />
      History
      <span className="sr-only"> of {of}</span>
    </ButtonLink>
  );
