import { useSyncExternalStore } from 'react';

export type PopupTone = 'success' | 'error' | 'warning' | 'information';

export type Popup = {
  id: number;
  tone: PopupTone;
  title: string;
  text: string | null;
  /** A second sentence, below `text`. */
  detail: string | null;
  confirmLabel: string;
  /** Null if there is nothing to decide: the popup has one button. */
  cancelLabel: string | null;
  answer: (isConfirmed: boolean) => void;
};

/** The popups that wait for an answer. The first one is shown. */
let popups: readonly Popup[] = [];
const listeners = new Set<() => void>();

const setPopups = (changed: readonly Popup[]): void => {
  popups = changed;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useCurrentPopup = (): Popup | undefined => useSyncExternalStore(subscribe, () => popups)[0];

let lastId = 0;
let focused: Element | null = null;

/** Returns the element that had the focus when the last popup was opened. */
export const focusedBeforePopup = (): Element | null => focused;

const open = (popup: Omit<Popup, 'id' | 'answer'>): Promise<boolean> =>
  new Promise((resolve) => {
    const id = ++lastId;
    focused = document.activeElement;
    const answer = (isConfirmed: boolean) => {
      setPopups(popups.filter((other) => other.id !== id));
      resolve(isConfirmed);
    };
    setPopups([...popups, { ...popup, id, answer }]);
  });

/** Shows an important message with one button. Resolves when it is closed. */
export const showMessage = async (popup: {
  tone: PopupTone;
  title: string;
  text?: string;
  button?: string;
}): Promise<void> => {
  await open({
    tone: popup.tone,
    title: popup.title,
    text: popup.text ?? null,
    detail: null,
    confirmLabel: popup.button ?? 'OK',
    cancelLabel: null,
  });
};

/** Asks before an action that cannot be undone. Resolves to whether the user confirmed it. */
export const confirm = (
  popup: { title?: string; text?: string; detail?: string; button?: string; cancel?: string } = {},
): Promise<boolean> =>
  open({
    tone: 'warning',
    title: popup.title ?? 'Are you sure?',
    text: popup.text ?? "You won't be able to revert this!",
    detail: popup.detail ?? null,
    confirmLabel: popup.button ?? 'Yes, delete it!',
    cancelLabel: popup.cancel ?? 'Cancel',
  });
