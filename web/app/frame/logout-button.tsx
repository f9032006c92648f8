import { useState } from 'react';
import { sendPendingActions } from '../../client/outbox/browser-outbox.ts';
import { isSendingBlockedAtom, unsentActionsAtom } from '../../client/outbox/outbox-atoms.ts';
import { signOut } from '../../client/session/account.ts';
import { store } from '../../client/store.ts';
import { Button } from '../../ui/button.tsx';
import { LogoutDialog } from '../outbox/logout-dialog.tsx';

/** Whether something would stay behind; what is on its way is waited for. */
const somethingWaits = async (): Promise<boolean> => {
  if (store.get(unsentActionsAtom).length > 0 && !store.get(isSendingBlockedAtom)) await sendPendingActions();
  return store.get(unsentActionsAtom).length > 0;
};

/** Logs out; while something waits for the line it asks first. */
export const LogoutButton = ({ className, onDone }: { className?: string; onDone?: () => void }) => {
  const [working, setWorking] = useState(false);
  const [asks, setAsks] = useState(false);
  const leave = async () => {
    await signOut();
    setAsks(false);
    onDone?.();
  };
  const begin = async () => {
    setWorking(true);
    try {
      if (await somethingWaits()) setAsks(true);
      else await leave();
    } finally {
      setWorking(false);
    }
  };
  return (
    <>
      <Button
        look="second"
        size="small"
        working={working}
        onClick={() => void begin()}
        {...(className ? { className } : {})}
      >
        Logout
      </Button>
      <LogoutDialog open={asks} onStay={() => setAsks(false)} onLeave={leave} />
    </>
  );
};
