import { AlertDialog } from '@base-ui/react/alert-dialog';
import { CircleAlert, CircleCheck, CircleX, Info, type LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { findReturnFocusTarget } from './find-return-focus-target.ts';
import { getFocusedBeforePopup, type Popup, type PopupTone, useCurrentPopup } from './popup.ts';

const looks: Record<PopupTone, { icon: LucideIcon; colour: string }> = {
  good: { icon: CircleCheck, colour: 'text-good bg-good-ground' },
  bad: { icon: CircleX, colour: 'text-bad bg-bad-ground' },
  warning: { icon: CircleAlert, colour: 'text-warning bg-warning-ground' },
  info: { icon: Info, colour: 'text-info bg-info-ground' },
};

const Content = ({ popup }: { popup: Popup }) => {
  const { icon: Icon, colour } = looks[popup.tone];
  const safestButton = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Popup
      initialFocus={safestButton}
      finalFocus={() => findReturnFocusTarget(getFocusedBeforePopup())}
      className="relative w-full max-w-md rounded-card border border-hairline bg-surface p-6 text-center shadow-card sm:p-8"
    >
      <span className={classNames('mx-auto grid size-14 place-items-center rounded-full', colour)}>
        <Icon className="size-7" />
      </span>
      <AlertDialog.Title className="mt-4 font-serif text-2xl font-semibold wrap-anywhere">
        {popup.title}
      </AlertDialog.Title>
      {(popup.text || popup.detail) && (
        <AlertDialog.Description render={<div />} className="mt-2 space-y-2 wrap-anywhere text-muted">
          {popup.text && <p>{popup.text}</p>}
          {popup.detail && <p className="text-sm">{popup.detail}</p>}
        </AlertDialog.Description>
      )}
      <div className="mt-6 flex flex-col-reverse justify-center gap-3 sm:flex-row">
        {popup.cancel && (
          <Button variant="secondary" ref={safestButton} onClick={() => popup.answer(false)}>
            {popup.cancel}
          </Button>
        )}
        <Button
          variant={popup.cancel && popup.tone === 'warning' ? 'danger' : 'primary'}
          ref={popup.cancel ? undefined : safestButton}
          onClick={() => popup.answer(true)}
        >
          {popup.button}
        </Button>
      </div>
    </AlertDialog.Popup>
  );
};

/**
 * Shows the popups that the functions in `popup.ts` open, one after the other. Rendered once in the client. The last popup stays
 * rendered while it closes: otherwise the dialog would never finish closing and its backdrop would cover the page.
 */
export default function PopupHost() {
  const popup = useCurrentPopup();
  const lastPopup = useRef<Popup>(undefined);
  if (popup !== undefined) lastPopup.current = popup;
  const renderedPopup = popup ?? lastPopup.current;
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
          {renderedPopup && <Content key={renderedPopup.id} popup={renderedPopup} />}
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
