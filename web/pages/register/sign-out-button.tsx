import { useState } from 'react';
import { signOut } from '../../client/session/account.ts';
import { Button } from '../../ui/button.tsx';

/** Signs out, for a person who has opened the page while somebody else is signed in. */
export const SignOutButton = () => {
  const [isWorking, setWorking] = useState(false);
  const leave = async () => {
    setWorking(true);
    await signOut();
    setWorking(false);
  };
  return (
    <Button variant="quiet" className="w-full" isWorking={isWorking} onClick={() => void leave()}>
      Not you? Log out
    </Button>
  );
};
