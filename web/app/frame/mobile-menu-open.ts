import { atom } from 'jotai';

/** Whether the menu on narrow screens is open. */
export const isMobileMenuOpenAtom = atom(false);

export const menuButtonId = 'mobile-menu-button';
export const findMenuButton = (): HTMLElement | null => document.getElementById(menuButtonId);
