export type Stall = { endedAt: Date; seconds: number };

const tickMs = 1_000;

/**
 * Notices when the process was paused, as all processes are when a virtual machine is paused. Tests that wait for something
 * may then reach their timeouts although nothing is wrong with them.
 * @param minStallMs shorter stalls are normal on a busy machine.
 * @param getNow returns the time in milliseconds.
 * @returns a function that returns the stalls so far. The watch does not keep the process alive.
 */
export const watchStalls = (
  minStallMs: number,
  getNow = () => performance.now(),
): (() => readonly Stall[]) => {
  const stalls: Stall[] = [];
  let last = getNow();
  const notice = () => {
    const now = getNow();
    const lateMs = now - last - tickMs;
    last = now;
    if (lateMs >= minStallMs) stalls.push({ endedAt: new Date(), seconds: lateMs / 1_000 });
  };
  setInterval(notice, tickMs).unref();
  return () => {
    notice();
    return stalls;
  };
};
