import { AlertDialog } from '@base-ui/react/alert-dialog';
import { atom, useAtomValue } from 'jotai';
import { Clock } from 'lucide-react';
import { useRef, useState } from 'react';
import { logFailure } from '../../client/log-failure.ts';
import { discardAllActions, sendPendingActions } from '../../client/outbox/enqueue-action.ts';
import { isSendingBlockedAtom, userActionsAtom } from '../../client/outbox/outbox-atoms.ts';
import { signOut } from '../../client/session/account.ts';
import { store } from '../../client/store.ts';
import { unsavedCourseAtom } from '../../domains/courses/course-draft.ts';
import { unsavedNotesAtom } from '../../domains/notes/note-drafts.ts';
import { Button } from '../../ui/button.tsx';

/** Texts in this tab that the user has not saved. */
const unsavedTextsAtom = atom((get) => [...get(unsavedNotesAtom), ...get(unsavedCourseAtom)]);

/** The unsent actions and unsaved texts that a logout would lose. The logout dialog asks what to do with them. */
const unsentChangesAtom = atom((get) => [...get(userActionsAtom), ...get(unsavedTextsAtom)]);

const describeChanges = (count: number): string => {
  if (count === 0) return 'No changes are left to send';
  return count === 1 ? '1 change has not been sent yet' : `${count} changes have not been sent yet`;
};

const describeLoss = (count: number, canBeSent: boolean): string => {
  if (count === 0) return 'You can log out now.';
  if (count === 1)
    return canBeSent
      ? 'Logging out removes it from this browser. Send or discard it?'
      : 'Logging out discards it. Stay logged in to save it.';
  return canBeSent
    ? 'Logging out removes them from this browser. Send or discard them?'
    : 'Logging out discards them. Stay logged in to save them.';
};

const failureTexts = {
  send: 'Not everything could be sent. You are still logged in.',
  discard: 'Not everything could be discarded. You are still logged in.',
} as const;

const Choices = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => Promise<void> }) => {
  const changes = useAtomValue(unsentChangesAtom);
  /** Can become true while the dialog is open: if the connection returns, the outbox sends the changes. */
  const hasNoChanges = changes.length === 0;
  const hasUnsentActions = useAtomValue(userActionsAtom).length > 0;
  const [running, setRunning] = useState<'send' | 'discard' | null>(null);
  const [failed, setFailed] = useState<'send' | 'discard' | null>(null);
  const stayButton = useRef<HTMLButtonElement>(null);
  const leave = async (choice: 'send' | 'discard') => {
    setRunning(choice);
    setFailed(null);
    try {
      await (choice === 'send' ? sendPendingActions() : discardAllActions());
      if (store.get(userActionsAtom).length > 0) setFailed(choice);
      // Unsaved texts cannot be sent: the dialog stays open and asks about them.
      else if (choice === 'discard' || store.get(unsavedTextsAtom).length === 0) await onLeave();
    } catch (cause) {
      logFailure('The unsent changes could not be sent or discarded.', cause);
      setFailed(choice);
    } finally {
      setRunning(null);
    }
  };
  return (
    <AlertDialog.Popup
      initialFocus={stayButton}
      className="relative w-full max-w-lg rounded-card border border-hairline bg-surface p-6 text-center shadow-card sm:p-8"
    >
      <span className="mx-auto grid size-14 place-items-center rounded-full bg-warning-ground text-warning">
        <Clock className="size-7" />
      </span>
      <AlertDialog.Title className="mt-4 font-serif text-2xl font-semibold">
        {describeChanges(changes.length)}
      </AlertDialog.Title>
      <AlertDialog.Description className="mt-2 text-muted">
        {describeLoss(changes.length, hasUnsentActions)}
      </AlertDialog.Description>
      {!hasNoChanges && (
        <ul className="mt-4 max-h-40 overflow-y-auto rounded-control bg-sunken px-4 py-2 text-left text-sm">
          {changes.map(({ key, words }) => (
            <li key={key} className="py-1 wrap-anywhere">
              {words}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="mt-3 text-sm text-bad empty:hidden">
        {failed && failureTexts[failed]}
      </p>
      <div className="mt-6 flex flex-col gap-3">
        {hasUnsentActions && (
          <Button isWorking={running === 'send'} onClick={() => void leave('send')}>
            Send, then log out
          </Button>
        )}
        <Button
          variant={hasNoChanges ? 'primary' : 'danger'}
          isWorking={hasNoChanges ? running !== null : running === 'discard'}
          onClick={() => void leave(hasNoChanges ? 'send' : 'discard')}
        >
          {hasNoChanges ? 'Log out' : 'Discard and log out'}
        </Button>
        <Button variant="secondary" ref={stayButton} onClick={onStay}>
          Stay logged in
        </Button>
      </div>
    </AlertDialog.Popup>
  );
};

/** Asks before a logout what to do with the unsent changes. */
const LogoutDialog = ({
  isOpen,
  onStay,
  onLeave,
}: {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => Promise<void>;
}) => (
  <AlertDialog.Root open={isOpen} onOpenChange={(opens) => !opens && onStay()}>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop forceRender className="fixed inset-0 z-50 bg-veil" />
      <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
        <Choices onStay={onStay} onLeave={onLeave} />
      </AlertDialog.Viewport>
    </AlertDialog.Portal>
  </AlertDialog.Root>
);

/** Sends what can be sent now, and returns the number of changes that are left. */
const sendAndCountLeft = async (): Promise<number> => {
  if (store.get(userActionsAtom).length > 0 && !store.get(isSendingBlockedAtom)) await sendPendingActions();
  return store.get(unsentChangesAtom).length;
};

/**
 * Returns `start`, which logs out, `isWorking`, which is true until that is done, and `dialog`, which the caller renders. If there are unsent
 * changes, the dialog first asks what to do with them.
 * @param onDone called after the logout, even if it has failed.
 */
export const useLogout = (onDone?: () => void) => {
  const [isWorking, setIsWorking] = useState(false);
  /** Aborted if the user stays; null if the dialog is closed. */
  const [question, setQuestion] = useState<AbortController | null>(null);
  const leave = async () => {
    await signOut();
    setQuestion(null);
    onDone?.();
  };
  const stay = () => {
    question?.abort();
    setQuestion(null);
  };
  /** Logs out once the changes have been sent or discarded, unless the user has decided to stay in the meantime. */
  const leaveUnlessStaying = async () => {
    if (question !== null && !question.signal.aborted) await leave();
  };
  const start = async () => {
    setIsWorking(true);
    try {
      if ((await sendAndCountLeft()) > 0) setQuestion(new AbortController());
      else await leave();
    } finally {
      setIsWorking(false);
    }
  };
  const dialog = <LogoutDialog isOpen={question !== null} onStay={stay} onLeave={leaveUnlessStaying} />;
  return { start, isWorking, dialog };
};

export const LogoutButton = ({ onDone }: { onDone?: () => void }) => {
  const { start, isWorking, dialog } = useLogout(onDone);
  return (
    <>
      <Button variant="secondary" size="small" isWorking={isWorking} onClick={() => void start()}>
        Logout
      </Button>
      {dialog}
    </>
  );
};
