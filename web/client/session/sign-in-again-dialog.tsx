import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useAtomValue } from 'jotai';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { findReturnFocusTarget } from '../../ui/find-return-focus-target.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import { getFocusedBeforePopup } from '../../ui/popup.ts';
import { FormError } from '../api/form-error.tsx';
import {
  describeProviderError,
  findProviderErrorAdvice,
  isWrongPassword,
} from '../identity/provider-error-advice.ts';
import { sessionStateAtom } from './session.ts';
import { signInPromptAtom } from './sign-in-again.ts';
import { getSessionController } from './start-session.ts';

type Failure = { at: 'password' | 'form'; text: string };

const describeFailure = (error: unknown): Failure => {
  if (isWrongPassword(error)) return { at: 'password', text: 'Wrong password. Try again.' };
  const text =
    findProviderErrorAdvice(error) ??
    describeProviderError(error, 'Your password could not be checked. Please try again.');
  return { at: 'form', text };
};

/** Returns the focused element. If the popup that confirmed the action is still closing, returns the one that had the focus before. */
const findFocusedElement = (): Element | null => {
  const { activeElement } = document;
  return activeElement?.closest('[role=alertdialog]') ? getFocusedBeforePopup() : activeElement;
};

const Content = ({ answer }: { answer: (isSignedInAgain: boolean) => void }) => {
  const { person } = useAtomValue(sessionStateAtom);
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [focusedBefore] = useState(findFocusedElement);
  const input = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isChecking) return;
    if (password === '') return setFailure({ at: 'password', text: 'Enter your password.' });
    setFailure(null);
    setChecking(true);
    try {
      await getSessionController().reauthenticate(password);
      answer(true);
    } catch (error) {
      setFailure(describeFailure(error));
      input.current?.select();
    } finally {
      setChecking(false);
    }
  };
  return (
    <AlertDialog.Popup
      initialFocus={input}
      finalFocus={() => findReturnFocusTarget(focusedBefore)}
      className="relative w-full max-w-md rounded-card border border-hairline bg-surface p-6 shadow-card sm:p-8"
    >
      <div className="flex items-center gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-info-ground text-info">
          <LockKeyhole className="size-6" />
        </span>
        <AlertDialog.Title className="font-serif text-2xl font-semibold">
          Confirm your password
        </AlertDialog.Title>
      </div>
      <AlertDialog.Description className="mt-4 text-muted">
        You signed in more than five minutes ago, and this action needs a recent sign-in.
      </AlertDialog.Description>
      <form noValidate data-error-lines onSubmit={submit} className="mt-5 flex flex-col gap-5">
        <PasswordInput
          ref={input}
          label="Your password"
          hint={`You are signed in as ${person?.email ?? ''}`}
          autoComplete="current-password"
          value={password}
          error={failure?.at === 'password' ? failure.text : undefined}
          onChange={({ target }) => setPassword(target.value)}
        />
        <FormError text={failure?.at === 'form' ? failure.text : null} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={() => answer(false)}>
            Cancel
          </Button>
          <Button type="submit" isWorking={isChecking}>
            Continue
          </Button>
        </div>
      </form>
    </AlertDialog.Popup>
  );
};

/** Asks for the password when `withRecentSignIn` needs it. Rendered once in the app. */
export default function SignInAgainDialog() {
  const prompt = useAtomValue(signInPromptAtom);
  // The content stays rendered while the dialog closes, so that closing can finish and the focus returns.
  const lastPrompt = useRef(prompt);
  const promptNumber = useRef(0);
  if (prompt !== null && prompt !== lastPrompt.current) {
    lastPrompt.current = prompt;
    promptNumber.current += 1;
  }
  const { current: renderedPrompt } = lastPrompt;
  return (
    <AlertDialog.Root open={prompt !== null} onOpenChange={(isOpen) => !isOpen && prompt?.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-veil" />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          {renderedPrompt && <Content key={promptNumber.current} answer={renderedPrompt.answer} />}
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
