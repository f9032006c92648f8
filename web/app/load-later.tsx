import { useAtomValue } from 'jotai';
import type { ComponentType, ReactNode } from 'react';
import { logFailure } from '../client/log-failure.ts';
import { reportMissingCode } from '../client/missing-code.ts';
import { sessionAtom } from '../client/session/session.ts';
import { signInPromptAtom } from '../client/session/sign-in-again.ts';
import { store } from '../client/store.ts';
import { LoadWhenNeeded } from '../ui/load-when-needed.tsx';
import { cancelPopups, useCurrentPopup } from '../ui/popup.ts';
import { closeToaster, useIsToasterNeeded } from '../ui/toast.ts';
import { isMobileMenuOpenAtom } from './frame/mobile-menu-open.ts';
import { isPaletteOpenAtom } from './palette/palette-open.ts';

type LoadComponent = () => Promise<{ default: ComponentType }>;

const loadToasts: LoadComponent = () => import('./notices/toasts.tsx');
const loadPopups: LoadComponent = () => import('../ui/popup-host.tsx');
const loadSignInAgain: LoadComponent = () => import('../client/session/sign-in-again-dialog.tsx');
const loadUserMenu: LoadComponent = () => import('./frame/user-menu.tsx');
const loadUserBell: LoadComponent = () => import('./frame/notification-bell.tsx');
const loadMobileMenu: LoadComponent = () => import('./frame/mobile-menu-dialog.tsx');
const loadPalette: LoadComponent = () => import('./palette/palette.tsx');
const loadOutboxSheet: LoadComponent = () => import('./outbox/outbox-sheet.tsx');

const failureMessage = 'A part of the page could not be loaded.';
const onFailure = (cause: unknown) => reportMissingCode(failureMessage, cause);

/** Returns a handler that also closes the part whose code could not be loaded, so that nothing waits for it. */
const closeOnFailure = (close: () => void) => (cause: unknown) => {
  onFailure(cause);
  close();
};
const onPaletteFailure = closeOnFailure(() => store.set(isPaletteOpenAtom, false));
const onMobileMenuFailure = closeOnFailure(() => store.set(isMobileMenuOpenAtom, false));
const onToasterFailure = closeOnFailure(closeToaster);
const onPopupFailure = closeOnFailure(cancelPopups);
const onSignInAgainFailure = closeOnFailure(() => store.get(signInPromptAtom)?.answer(false));

type Props = { isNeeded: boolean; fallback?: ReactNode };

// The parts of the frame that a visitor's first view does not need.

export const UserMenu = (props: Props) => (
  <LoadWhenNeeded load={loadUserMenu} onFailure={onFailure} {...props} />
);
export const UserBell = (props: Props) => (
  <LoadWhenNeeded load={loadUserBell} onFailure={onFailure} {...props} />
);
export const MobileMenuDialog = (props: Props) => (
  <LoadWhenNeeded load={loadMobileMenu} onFailure={onMobileMenuFailure} {...props} />
);
export const OutboxSheet = (props: Props) => (
  <LoadWhenNeeded load={loadOutboxSheet} onFailure={onFailure} {...props} />
);
export const Palette = (props: Props) => (
  <LoadWhenNeeded load={loadPalette} onFailure={onPaletteFailure} {...props} />
);
export const Toasts = () => (
  <LoadWhenNeeded load={loadToasts} isNeeded={useIsToasterNeeded()} onFailure={onToasterFailure} />
);
export const PopupHost = () => (
  <LoadWhenNeeded load={loadPopups} isNeeded={useCurrentPopup() !== undefined} onFailure={onPopupFailure} />
);
export const SignInAgainDialog = () => (
  <LoadWhenNeeded
    load={loadSignInAgain}
    isNeeded={useAtomValue(signInPromptAtom) !== null}
    onFailure={onSignInAgainFailure}
  />
);

const partsForUsers = [
  loadToasts,
  loadPopups,
  loadUserMenu,
  loadUserBell,
  loadMobileMenu,
  loadOutboxSheet,
  loadSignInAgain,
];

/**
 * As soon as it is known that a user is signed in, loads the parts that the user is likely to need, so that they open offline and
 * without delay. If that fails, the user is told only when a part is needed. Called once.
 */
export const loadFrameForUsers = (): void => {
  const loadIfSignedIn = () => {
    if (store.get(sessionAtom).status !== 'signed-in') return;
    unsubscribe();
    for (const load of partsForUsers) load().catch((cause: unknown) => logFailure(failureMessage, cause));
  };
  const unsubscribe = store.sub(sessionAtom, loadIfSignedIn);
  loadIfSignedIn();
};
