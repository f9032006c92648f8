/** Creates a limiter for open connections, per address and in total. */
export const createConnectionLimiter = (maxPerAddress: number, maxTotal: number) => {
  const openByAddress = new Map<string, number>();
  let total = 0;
  return {
    /**
     * Counts a new connection, unless a limit is reached.
     * @returns a function that releases the connection and may be called more than once; null if a limit is reached.
     */
    acquire(address: string): (() => void) | null {
      const open = openByAddress.get(address) ?? 0;
      if (open >= maxPerAddress || total >= maxTotal) return null;
      openByAddress.set(address, open + 1);
      total += 1;
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        total -= 1;
        const remaining = (openByAddress.get(address) ?? 1) - 1;
        if (remaining === 0) openByAddress.delete(address);
        else openByAddress.set(address, remaining);
      };
    },
    countAddresses: () => openByAddress.size,
  };
};
