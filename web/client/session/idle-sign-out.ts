/**
 * Signs out a user who gives no input for the time that the operator has set, because somebody else may then be using the device. The
 * session ends as if its sign-in had expired, so unsent texts stay in the memory of their tab only.
 */
import { atom } from 'jotai';
import type { ClientConfiguration } from '#contract/schemas/configuration.ts';
import { logFailure } from '../log-failure.ts';
import { store } from '../store.ts';
import { createIdleClock } from './idle-clock.ts';
import { sessionStateAtom } from './session.ts';
import { getSessionController } from './start-session.ts';

/** True while the user sees the warning that the session ends soon. */
export const isIdleWarningShownAtom = atom(false);
/** True if the last session in this tab ended because nobody gave input. */
export const hasIdleSessionEndedAtom = atom(false);

/** The key under which the browser stores the time of the last input in any tab, in ms since 1970. */
const storageKey = 'lyceum-last-input';
const retryMs = 10_000;

const readLastInput = (): number | null => {
  try {
    const time = Number(localStorage.getItem(storageKey));
    return Number.isFinite(time) && time > 0 ? time : null;
  } catch {
    return null;
  }
};

const storeLastInput = (time: number): void => {
  try {
    localStorage.setItem(storageKey, `${time}`);
  } catch {
    // Storage is forbidden or full: each tab counts on its own.
  }
};

const forgetLastInput = (): void => {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
};

const getSignedInUid = (): string | null => store.get(sessionStateAtom).person?.uid ?? null;
const isSignedIn = () => getSignedInUid() !== null;

/** Ends the session of this user. Retries until it has ended or somebody else has signed in. */
const endSessionOf = async (uid: string | null): Promise<void> => {
  // The caller may be one of the session's listeners. The session is ended only after the other listeners have run.
  await Promise.resolve();
  if (uid === null || getSignedInUid() !== uid) return;
  try {
    await getSessionController().endSession();
  } catch (cause) {
    logFailure('A session without input could not be ended.', cause);
    setTimeout(() => void endSessionOf(uid), retryMs);
  }
};

/**
 * Calls `onInput` on every input of the user. Dictation and assistive technology may cause only the events `click` and `input`.
 */
const listenToInput = (onInput: () => void): void => {
  let position = '';
  const onEvent = (event: Event) => {
    if (!event.isTrusted) return;
    if (event instanceof PointerEvent && event.type === 'pointermove') {
      // The browser also reports a pointer that rests on a page whose content moves.
      const newPosition = `${event.screenX} ${event.screenY}`;
      if (newPosition === position) return;
      position = newPosition;
    }
    onInput();
  };
  for (const type of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', 'click', 'input'])
    window.addEventListener(type, onEvent, { capture: true, passive: true });
};

/** Starts to watch for input if the operator has set a time. Called once, after `startSession`. */
export const startIdleSignOut = ({ idleSignOutMinutes, past }: ClientConfiguration): void => {
  // Nobody can sign in or out in an as-of view (`past`), so no session can end.
  if (idleSignOutMinutes === 0 || past !== null) return;
  /** Tells the other tabs why the session ends. */
  const otherTabs = new BroadcastChannel('lyceum-idle');
  otherTabs.onmessage = () => store.set(hasIdleSessionEndedAtom, true);
  const clock = createIdleClock({
    timeoutMs: idleSignOutMinutes * 60_000,
    readLastInput,
    storeLastInput,
    onWarning: () => store.set(isIdleWarningShownAtom, true),
    onWarningEnd: () => store.set(isIdleWarningShownAtom, false),
    onIdle: () => {
      otherTabs.postMessage('ended');
      store.set(hasIdleSessionEndedAtom, true);
      void endSessionOf(getSignedInUid());
    },
  });
  listenToInput(clock.recordInput);
  // Timers of tabs in the background are late, and stand still while the computer sleeps.
  document.addEventListener('visibilitychange', clock.check);
  window.addEventListener('focus', clock.check);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey && newValue !== null) clock.check();
  });
  let wasSignedIn: boolean | null = null;
  const followSession = () => {
    if (!store.get(sessionStateAtom).hasReported || isSignedIn() === wasSignedIn) return;
    wasSignedIn = isSignedIn();
    if (wasSignedIn) {
      store.set(hasIdleSessionEndedAtom, false);
      clock.start();
    } else {
      clock.stop();
      forgetLastInput();
    }
  };
  store.sub(sessionStateAtom, followSession);
  followSession();
};
