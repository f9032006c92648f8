import { atom } from 'jotai';
import { store } from '../client/store.ts';

export type PopupTone = 'success' | 'error' | 'warning' | 'information';

export type Popup = {
  id: number;
  tone: PopupTone;
  title: string;
  text: string | null;
  /** A second sentence, where the first is a given one. */
  detail: string | null;
  confirm: string;
  /** Null: there is nothing to decide, one button closes it. */
  cancel: string | null;
  answer: (confirmed: boolean) => void;
};

/** The popups that wait to be answered; the first is shown. */
export const popupsAtom = atom<readonly Popup[]>([]);

let lastId = 0;
let focused: Element | null = null;

/** What had the focus when the last popup was opened. */
export const focusedBeforePopup = (): Element | null => focused;

const open = (popup: Omit<Popup, 'id' | 'answer'>): Promise<boolean> =>
  new Promise((resolve) => {
    const id = ++lastId;
    focused = document.activeElement;
    const answer = (confirmed: boolean) => {
      store.set(popupsAtom, (waiting) => waiting.filter((other) => other.id !== id));
      resolve(confirmed);
    };
    store.set(popupsAtom, (waiting) => [...waiting, { ...popup, id, answer }]);
  });

/** Says something that must be seen: title, text (or the title alone), one button. Resolves when it is closed. */
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
    confirm: popup.button ?? 'OK',
    cancel: null,
  });
};

/** Asks before something that cannot be taken back; resolves to whether the person said yes. */
export const confirm = (
  popup: { title?: string; text?: string; detail?: string; button?: string; cancel?: string } = {},
): Promise<boolean> =>
  open({
    tone: 'warning',
    title: popup.title ?? 'Are you sure?',
    text: popup.text ?? "You won't be able to revert this!",
    detail: popup.detail ?? null,
    confirm: popup.button ?? 'Yes, delete it!',
    cancel: popup.cancel ?? 'Cancel',
  });
