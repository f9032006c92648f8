import { useState } from 'react';
import { sendPendingActions } from '../../client/outbox/browser-outbox.ts';
import { isSendingBlockedAtom, unsentActionsAtom } from '../../client/outbox/outbox-atoms.ts';
import { signOut } from '../../client/session/account.ts';
import { store } from '../../client/store.ts';
import { Button } from '../../ui/button.tsx';
import { LogoutDialog } from '../outbox/logout-dialog.tsx';

/** Returns whether there are unsent changes. Those that can be sent now are sent first. */
const hasUnsentActions = async (): Promise<boolean> => {
  if (store.get(unsentActionsAtom).length > 0 && !store.get(isSendingBlockedAtom)) await sendPendingActions();
  return store.get(unsentActionsAtom).length > 0;
};

/** Logs out. If there are unsent changes, it asks first what to do with them. */
export const LogoutButton = ({ onDone }: { onDone?: () => void }) => {
  const [isWorking, setIsWorking] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const leave = async () => {
    await signOut();
    setIsAsking(false);
    onDone?.();
  };
  const start = async () => {
    setIsWorking(true);
    try {
      if (await hasUnsentActions()) setIsAsking(true);
      else await leave();
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <>
      <Button look="second" size="small" working={isWorking} onClick={() => void start()}>
        Logout
      </Button>
      <LogoutDialog open={isAsking} onStay={() => setIsAsking(false)} onLeave={leave} />
    </>
  );
};
