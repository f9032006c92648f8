import { useState } from 'react';
import { sendNow } from '../../client/outbox/own-outbox.ts';
import { heldUpAtom, unsentAtom } from '../../client/outbox/waiting.ts';
import { signOut } from '../../client/session/sign-out.ts';
import { store } from '../../client/store.ts';
import { Button } from '../../ui/button.tsx';
import { LogoutQuestion } from '../outbox/logout-question.tsx';

/** Whether something would stay behind; what is on its way is waited for. */
const somethingWaits = async (): Promise<boolean> => {
  if (store.get(unsentAtom).length > 0 && !store.get(heldUpAtom)) await sendNow();
  return store.get(unsentAtom).length > 0;
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
      <LogoutQuestion open={asks} onStay={() => setAsks(false)} onLeave={leave} />
    </>
  );
};
