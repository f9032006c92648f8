import { useSyncExternalStore } from 'react';

export type PopupTone = 'good' | 'bad' | 'warning' | 'info';

type PopupContent = {
  tone: PopupTone;
  title: string;
  text?: string;
  /** A second sentence, below `text`. */
  detail?: string;
  button: string;
  /** The label of the other button, which has the focus at first. Without it the popup has one button. */
  cancel?: string;
};
export type Popup = PopupContent & { id: number; answer: (isConfirmed: boolean) => void };

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

/** Pages that the server renders have no popup. A constant, because React compares the value by reference. */
const noPopups: readonly Popup[] = [];

export const useCurrentPopup = (): Popup | undefined =>
  useSyncExternalStore(
    subscribe,
    () => popups,
    () => noPopups,
  )[0];

let lastId = 0;
let focusedBefore: Element | null = null;

/** Returns the element that had the focus when the last popup was opened. */
export const getFocusedBeforePopup = (): Element | null => focusedBefore;

const openPopup = (popup: PopupContent): Promise<boolean> =>
  new Promise((resolve) => {
    const id = ++lastId;
    focusedBefore = document.activeElement;
    const answer = (isConfirmed: boolean) => {
      setPopups(popups.filter((other) => other.id !== id));
      resolve(isConfirmed);
    };
    setPopups([...popups, { ...popup, id, answer }]);
  });

/** Closes all popups as if the user had cancelled them. */
export const cancelPopups = (): void => {
  for (const { answer } of popups) answer(false);
};

/** Shows an important message with one button. Resolves when it is closed. */
export const showMessage = async (
  popup: Pick<PopupContent, 'tone' | 'title' | 'text'> & { button?: string },
): Promise<void> => {
  await openPopup({ button: 'OK', ...popup });
};

/**
 * Shows a message whose main button leads to the next step. The other button, OK, closes it and has the focus at first.
 * Resolves to whether the user takes the step.
 */
export const offerNextStep = (popup: Pick<PopupContent, 'tone' | 'title' | 'button'>): Promise<boolean> =>
  openPopup({ cancel: 'OK', ...popup });

/** Asks the user to confirm an action. Resolves to whether they did. The specification quotes the default texts for the removal of courses, users and reviews. */
export const confirm = (popup: Partial<Omit<PopupContent, 'tone'>> = {}): Promise<boolean> =>
  openPopup({
    tone: 'warning',
    title: 'Are you sure?',
    text: "You won't be able to revert this!",
    button: 'Yes, delete it!',
    cancel: 'Cancel',
    ...popup,
  });
