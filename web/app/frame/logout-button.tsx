import { useState } from 'react';
import { signOut } from '../../lib/session/sign-out.ts';
import { Button } from '../../ui/button.tsx';

export const LogoutButton = ({ className, onDone }: { className?: string; onDone?: () => void }) => {
  const [working, setWorking] = useState(false);
  const leave = async () => {
    setWorking(true);
    try {
      await signOut();
      onDone?.();
    } finally {
      setWorking(false);
    }
  };
  return (
    <Button
      look="second"
      size="small"
      working={working}
      onClick={leave}
      {...(className ? { className } : {})}
    >
      Logout
    </Button>
  );
};
