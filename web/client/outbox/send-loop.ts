/** A run of the loop. @property force sends actions before their retry time, even if the browser reports no connection. */
type Run = { force: boolean };

/**
 * The states of the loop that sends pending actions:
 *
 *   idle ──called──▶ running                 starts to send
 *   running ──called──▶ running, with rerun  new actions or a new reason to send: one more run follows
 *   running ──sent all, rerun──▶ running     takes the rerun
 *   running ──sent all──▶ idle
 *   running ──error──▶ idle                  `onError` is called, a rerun is dropped
 */
type LoopState = { status: 'idle' } | { status: 'running'; finished: Promise<void>; rerun: Run | null };

/**
 * Creates a function that runs `sendAll`. If the function is called during a run, one more run follows. Runs never overlap. The
 * returned promise resolves when the loop is idle again.
 */
export const createSendLoop = (
  sendAll: (force: boolean) => Promise<void>,
  onError: (cause: unknown) => void,
) => {
  let state: LoopState = { status: 'idle' };

  const takeRerun = (): Run | null => {
    if (state.status === 'idle') return null;
    const { rerun } = state;
    state.rerun = null;
    return rerun;
  };

  const loop = async (first: Run): Promise<void> => {
    try {
      for (let run: Run | null = first; run !== null; run = takeRerun()) await sendAll(run.force);
    } catch (cause) {
      onError(cause);
    } finally {
      state = { status: 'idle' };
    }
  };

  return ({ force = false }: Partial<Run> = {}): Promise<void> => {
    if (state.status === 'running') state.rerun = { force: force || state.rerun?.force === true };
    else state = { status: 'running', finished: loop({ force }), rerun: null };
    return state.finished;
  };
};
