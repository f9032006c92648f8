import { useAtomValue } from 'jotai';
import { History } from 'lucide-react';
import { isPermitted } from '#contract/policies.ts';
import { paths } from '../../client/paths.ts';
import { userTypeAtom } from '../../client/session/session.ts';
import { ButtonLink, type ButtonSize, type ButtonVariant } from '../../ui/button.tsx';

/**
 * Links to the history of a record or a user, for users who may read it.
 * @param of the name of the record or user, for screen readers.
 */
export const HistoryLink = ({
  of,
  variant = 'secondary',
  size = 'small',
  className,
  ...filter
}: {
  of: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
} & ({ record: string } | { person: string })) =>
  isPermitted(useAtomValue(userTypeAtom), 'audit.read') && (
    <ButtonLink to={paths.audit(filter)} variant={variant} size={size} className={className}>
      <History className="size-4" />
      History
      <span className="sr-only"> of {of}</span>
    </ButtonLink>
  );
