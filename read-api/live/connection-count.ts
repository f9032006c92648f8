/** How many connections are open from each address; an address that has none takes no memory. */
export const countConnections = (limit: number) => {
  const open = new Map<string, number>();
  return {
    /** Takes a place for the address, or null where it has all of its places. The release may be called twice. */
    take(address: string): (() => void) | null {
      const now = open.get(address) ?? 0;
      if (now >= limit) return null;
      open.set(address, now + 1);
      let released = false;
      return () => {
        if (released) return;
        released = true;
        const left = (open.get(address) ?? 1) - 1;
        if (left === 0) open.delete(address);
        else open.set(address, left);
      };
    },
    addresses: () => open.size,
  };
};
