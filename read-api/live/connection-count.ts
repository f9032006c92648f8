/** How many connections are open from each address; an address that has none takes no memory. */
export const countConnections = (limit: number, limitOfAll: number) => {
  const open = new Map<string, number>();
  let all = 0;
  return {
    /** Takes a place for the address, or null where it (or everybody together) has all places. The release may be called twice. */
    take(address: string): (() => void) | null {
      const now = open.get(address) ?? 0;
      if (now >= limit || all >= limitOfAll) return null;
      open.set(address, now + 1);
      all += 1;
      let released = false;
      return () => {
        if (released) return;
        released = true;
        all -= 1;
        const left = (open.get(address) ?? 1) - 1;
        if (left === 0) open.delete(address);
        else open.set(address, left);
      };
    },
    addresses: () => open.size,
  };
};
