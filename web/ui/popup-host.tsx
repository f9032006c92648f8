import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useAtomValue } from 'jotai';
import { CircleAlert, CircleCheck, CircleX, Info, type LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { focusedBeforePopup, type Popup, type PopupTone, popupsAtom } from './popup.ts';

const looks: Record<PopupTone, { icon: LucideIcon; colour: string }> = {
  success: { icon: CircleCheck, colour: 'text-good bg-good-ground' },
  error: { icon: CircleX, colour: 'text-bad bg-bad-ground' },
  warning: { icon: CircleAlert, colour: 'text-warning bg-warning-ground' },
  information: { icon: Info, colour: 'text-info bg-info-ground' },
};

/**
 * Where the focus goes when a popup closes: back to what had it; to the page's heading when that is gone, as the
 * button is that removed its own card.
 */
const focusAfter = (): HTMLElement | true => {
  const before = focusedBeforePopup();
  const itself = before !== document.body && before instanceof HTMLElement && before.isConnected;
  return (itself ? before : document.querySelector<HTMLElement>('main h1')) ?? true;
};

const Content = ({ popup }: { popup: Popup }) => {
  const { icon: Icon, colour } = looks[popup.tone];
  const safest = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Popup
      initialFocus={safest}
      finalFocus={focusAfter}
      className="relative w-full max-w-md rounded-card border border-hairline bg-surface p-6 text-center shadow-card sm:p-8"
    >
      <span className={classNames('mx-auto grid size-14 place-items-center rounded-full', colour)}>
        <Icon className="size-7" aria-hidden="true" />
      </span>
      <AlertDialog.Title className="mt-4 font-serif text-2xl font-semibold">{popup.title}</AlertDialog.Title>
      {popup.text !== null && (
        <AlertDialog.Description className="mt-2 text-muted">{popup.text}</AlertDialog.Description>
      )}
      {popup.detail !== null && <p className="mt-2 text-sm text-muted">{popup.detail}</p>}
      <div className="mt-6 flex flex-col-reverse justify-center gap-3 sm:flex-row">
        {popup.cancel !== null && (
          <Button look="second" ref={safest} onClick={() => popup.answer(false)}>
            {popup.cancel}
          </Button>
        )}
        <Button
          look={popup.cancel === null ? 'main' : 'danger'}
          ref={popup.cancel === null ? safest : undefined}
          onClick={() => popup.answer(true)}
        >
          {popup.confirm}
        </Button>
      </div>
    </AlertDialog.Popup>
  );
};

/**
 * Shows the popups that `tell` and `confirm` open, one after the other. Stands once in the app. The last one stays in
 * the tree while it closes: without it the dialog would never end closing, and its veil would lie over the page.
 */
export const PopupHost = () => {
  const popup = useAtomValue(popupsAtom)[0];
  const last = useRef<Popup>(undefined);
  if (popup !== undefined) last.current = popup;
  const shown = popup ?? last.current;
  return (
    <AlertDialog.Root
      open={popup !== undefined}
      onOpenChange={(open) => {
        if (!open) popup?.answer(false);
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-veil" />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          {shown && <Content key={shown.id} popup={shown} />}
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
