import { useAtom, useAtomValue } from 'jotai';
import { type FocusEvent, useRef } from 'react';
import { isHydratedAtom } from '../../client/hydration.ts';
import { isReloadNeededAtom } from '../../client/missing-code.ts';
import { Button } from '../../ui/button.tsx';
import { findReturnFocusTarget } from '../../ui/find-return-focus-target.ts';

/**
 * Asks the user to reload the page, because a part of it could not be loaded. It is not a toast, because the code of toasts may be
 * missing as well. It stays at the bottom of the screen until the user closes it, so that they can first save what they are writing. On
 * short screens (for example at 400 % zoom), it is at the end of the page, because the text needs the space.
 */
export const ReloadNotice = () => {
  const [isNeeded, setNeeded] = useAtom(isReloadNeededAtom);
  const isHydrated = useAtomValue(isHydratedAtom);
  const focusedBefore = useRef<Element | null>(null);
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget;
  };
  const notice = useRef<HTMLDivElement>(null);
  const close = () => {
    setNeeded(false);
    // Safari does not focus a button that is clicked.
    if (!notice.current?.contains(document.activeElement)) return;
    const target = findReturnFocusTarget(focusedBefore.current);
    if (target !== true) target.focus({ preventScroll: true });
  };
  return (
    isNeeded &&
    isHydrated && (
      <div
        ref={notice}
        role="alert"
        onFocus={onFocus}
        className="sticky bottom-[var(--bottom-bar,0px)] z-40 border-t border-hairline bg-warning-ground [@media(max-height:30rem)]:static"
      >
        <div className="page-width flex flex-wrap items-center gap-x-6 gap-y-3 py-3">
          <p className="mr-auto text-sm font-medium text-warning">
            A part of this page could not be loaded. You may be offline, or Lyceum may have been updated. Save
            what you are writing, then reload the page.
          </p>
          <div className="flex gap-2">
            <Button size="small" onClick={() => location.reload()}>
              Reload
            </Button>
            <Button size="small" variant="secondary" onClick={close}>
              Not now
            </Button>
          </div>
        </div>
      </div>
    )
  );
};
