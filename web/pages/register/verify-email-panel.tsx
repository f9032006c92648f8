import { useAtomValue } from 'jotai';
import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FormError } from '../../client/api/form-error.tsx';
import { configurationAtom } from '../../client/configuration.ts';
import {
  describeProviderError,
  findProviderErrorAdvice,
} from '../../client/identity/provider-error-advice.ts';
import { getSessionController } from '../../client/session/start-session.ts';
import { Button } from '../../ui/button.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** The minimum time between two e-mails. The provider has limits of its own. */
const pauseSeconds = 60;

/** Returns the seconds that a countdown has left, and a function that starts it. */
const useCountdown = (): [number, (seconds: number) => void] => {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, setSeconds];
};

type Action = 'check' | 'send';

/** Asks a person to verify the e-mail address, and offers to send the link again. There is no user record until the address is verified. */
export const VerifyEmailPanel = ({ email }: { email: string }) => {
  const isDemo = useAtomValue(configurationAtom)?.authEmulatorUrl != null;
  const [runningAction, setRunningAction] = useState<Action | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [secondsLeft, setSecondsLeft] = useCountdown();

  const run = async (action: Action, execute: () => Promise<void>) => {
    setRunningAction(action);
    setNotice(null);
    setFailure(null);
    try {
      await execute();
    } catch (error) {
      setFailure(error);
    } finally {
      setRunningAction(null);
    }
  };
  const check = () =>
    run('check', async () => {
      if (!(await getSessionController().checkVerification()))
        setNotice('The address is not verified yet. Open the link in the e-mail first.');
    });
  const send = () =>
    run('send', async () => {
      await getSessionController().sendVerification();
      setSecondsLeft(pauseSeconds);
      setNotice(`We sent a new link to ${email}.`);
    });

  return (
    <div className="mt-8 space-y-5">
      <p className="flex gap-2">
        <MailCheck className="mt-0.5 size-5 shrink-0" />
        <span className="min-w-0 break-words">
          To finish, open the link that we sent to {email}, then choose “I have opened the link”. No e-mail?
          Check your spam folder.
        </span>
      </p>
      {isDemo && <p className="text-sm">This demo sends no e-mail. Find the link in the terminal.</p>}
      <p role="status" className="text-sm text-muted empty:hidden">
        {notice}
      </p>
      <FormError
        text={
          failure === null ? null : describeProviderError(failure, 'That did not work. Please try again.')
        }
      >
        {findProviderErrorAdvice(failure) !== null && <p>{findProviderErrorAdvice(failure)}</p>}
      </FormError>
      <Button isWorking={runningAction === 'check'} onClick={() => void check()} className="w-full">
        I have opened the link
      </Button>
      <Button
        variant="quiet"
        isWorking={runningAction === 'send'}
        aria-disabled={secondsLeft > 0}
        onClick={() => void send()}
        className="w-full"
      >
        Send again
        {/* Hidden from screen readers, which would read the name of the focused button every second. */}
        {secondsLeft > 0 && <span aria-hidden="true">(in {secondsLeft} s)</span>}
      </Button>
      <SignOutButton />
    </div>
  );
};
