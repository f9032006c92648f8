/** The user is warned this long before the session ends. If the timeout is shorter than twice this time, the user is warned after half of the timeout. */
const maxWarningMs = 60_000;
/** Input is stored at most once in this interval, because moving the pointer causes hundreds of events. */
const storeIntervalMs = 1_000;

type IdleClockDependencies = {
  timeoutMs: number;
  /** Returns when a user of this browser last gave input in any tab, in ms since 1970; null if that is not stored. */
  readLastInput: () => number | null;
  storeLastInput: (time: number) => void;
  /** The user will be signed out soon. */
  onWarning: () => void;
  /** The warning is over: there was input, or the session has ended. */
  onWarningEnd: () => void;
  onIdle: () => void;
};

/**
 * The states of the clock that ends a session without input:
 *
 *   stopped ──start──▶ active, warned or ended, depending on the time of the last input
 *   active ──no input for the timeout minus the time of the warning──▶ warned
 *   warned ──input in any tab──▶ active
 *   active, warned ──no input for the timeout──▶ ended
 *   active, warned, ended ──stop──▶ stopped
 */
type State = 'stopped' | 'active' | 'warned' | 'ended';

/**
 * Creates a clock that measures how long nobody has given input in any tab. It compares times instead of trusting a timer,
 * because timers stand still while the computer sleeps. Input after the timeout does not prolong the session.
 */
export const createIdleClock = (dependencies: IdleClockDependencies) => {
  const { timeoutMs } = dependencies;
  const warningMs = Math.min(maxWarningMs, timeoutMs / 2);
  let state: State = 'stopped';
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The time of the last stored input of this tab, in ms since 1970. The next input is stored at least {@link storeIntervalMs} later. */
  let ownInputAt = 0;
  /** The time of the last input in any tab, as far as this tab knows: the browser may store nothing, or remove what is stored. */
  let knownInputAt = 0;

  const enter = (next: State) => {
    const before = state;
    state = next;
    if (before !== 'warned' && next === 'warned') dependencies.onWarning();
    if (before === 'warned' && next !== 'warned') dependencies.onWarningEnd();
    if (next === 'ended') dependencies.onIdle();
  };

  const isRunning = () => state === 'active' || state === 'warned';

  const storeInput = (now: number) => {
    ownInputAt = now;
    knownInputAt = now;
    dependencies.storeLastInput(now);
  };

  /** Compares the time of the last input with the clock. Called by timers, and when something may have changed. */
  const check = () => {
    if (!isRunning()) return;
    clearTimeout(timer);
    const now = Date.now();
    knownInputAt = Math.max(dependencies.readLastInput() ?? 0, knownInputAt);
    // If the computer's clock was set back, the session must not last that much longer.
    if (knownInputAt > now) storeInput(now);
    const idleMs = now - knownInputAt;
    if (idleMs >= timeoutMs) return enter('ended');
    const isWarningDue = idleMs >= timeoutMs - warningMs;
    enter(isWarningDue ? 'warned' : 'active');
    timer = setTimeout(check, timeoutMs - idleMs - (isWarningDue ? 0 : warningMs));
  };

  return {
    /** Call it when a session begins. After a reload, the clock continues from the last input. */
    start: () => {
      if (state !== 'stopped') return;
      state = 'active';
      if (dependencies.readLastInput() === null) storeInput(Date.now());
      check();
    },
    stop: () => {
      clearTimeout(timer);
      ownInputAt = 0;
      knownInputAt = 0;
      if (state !== 'stopped') enter('stopped');
    },
    check,
    /** Call it on every input of the user in this tab. */
    recordInput: () => {
      const now = Date.now();
      if (state === 'active' && now >= ownInputAt && now - ownInputAt < storeIntervalMs) return;
      check();
      if (!isRunning()) return;
      storeInput(now);
      check();
    },
  };
};
