import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useRef, useState } from 'react';
import type { User } from '#contract/schemas/users.ts';
import { QueryError } from '../../client/api/query-view.tsx';
import { UserAvatar } from '../../domains/users/user-avatar.tsx';
import { directoryQuery } from '../../domains/users/user-queries.ts';
import { Button } from '../../ui/button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { isFocusFree } from '../../ui/is-focus-free.ts';
import { focusPageHeading } from '../../ui/page-heading-focus.ts';
import { createRepeatGuard, type RepeatGuard } from '../../ui/repeat-guard.ts';
import { changeRole, declineRoleRequest } from './user-actions.ts';

/**
 * A pending role request.
 * @param guard keeps the second click of a double click on "Grant" from granting the next person's request, which has moved up.
 * @param onDecided called after the decision, before or after the row has disappeared, unless the user has moved the focus elsewhere.
 */
const RoleRequest = ({
  user,
  guard,
  onDecided,
}: {
  user: User;
  guard: RepeatGuard;
  onDecided: () => void;
}) => {
  const row = useRef<HTMLLIElement>(null);
  const [runningAction, setRunningAction] = useState<'grant' | 'decline' | null>(null);
  const { wishedType } = user;
  if (wishedType === null) return null;
  const run = (action: 'grant' | 'decline', task: () => Promise<boolean>) =>
    guard(async () => {
      setRunningAction(action);
      try {
        if ((await task()) && isFocusFree(row.current)) onDecided();
      } finally {
        setRunningAction(null);
      }
    });
  return (
    <li ref={row} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3">
      <UserAvatar name={user.name} url={user.imageUrl} className="size-10" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium break-words">{user.name}</p>
        <p className="break-words text-sm text-muted">
          <EmailAddress address={user.email} /> asked to become {wishedType === 'Student' ? 'a' : 'an'}{' '}
          {wishedType}.
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="small"
          isWorking={runningAction === 'grant'}
          onClick={() => void run('grant', () => changeRole(user, wishedType))}
        >
          Grant <span className="sr-only">the role request of {user.name}</span>
        </Button>
        <Button
          variant="secondary"
          size="small"
          isWorking={runningAction === 'decline'}
          onClick={() => void run('decline', () => declineRoleRequest(user))}
        >
          Decline <span className="sr-only">the role request of {user.name}</span>
        </Button>
      </div>
    </li>
  );
};

/** At most this many requests are shown: those of the users who registered first. */
const maxShown = 20;

/** How long clicks are ignored after a decision: longer than a double click, and shorter than it takes to read the next request. */
const pauseMs = 600;

/** Pending role requests, or the error if they could not be loaded. Renders nothing if there are none. */
export const RoleRequests = () => {
  const query = useQuery(directoryQuery({ hasRoleRequest: true }, 1, maxShown));
  const { data, error } = query;
  const [guard] = useState(() => createRepeatGuard(pauseMs));
  const heading = useRef<HTMLHeadingElement>(null);
  if (data === undefined && error)
    return <QueryError title="The role requests could not be loaded" query={query} />;
  if (data === undefined || data.total === 0) return null;
  const { total, users } = data;
  // With the last request, the whole section disappears.
  const moveFocus = () =>
    total > 1 && heading.current ? heading.current.focus({ preventScroll: true }) : focusPageHeading();
  return (
    <section
      aria-labelledby="role-requests"
      className="rounded-card border border-warning bg-warning-ground/40 p-5"
    >
      <h2
        id="role-requests"
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-2 text-lg font-semibold outline-none"
      >
        <Hourglass className="size-5 text-warning" />
        Role requests: {total}
      </h2>
      <ul className="mt-2 divide-y divide-hairline">
        {users.map((user) => (
          <RoleRequest key={user._id} user={user} guard={guard} onDecided={moveFocus} />
        ))}
      </ul>
      {total > users.length && (
        <p className="mt-2 text-sm text-muted">
          {total - users.length} more will appear after these are decided.
        </p>
      )}
    </section>
  );
};
