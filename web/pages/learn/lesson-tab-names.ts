const tabNames = ['notes', 'quiz', 'review', 'certificate'] as const;
export type TabName = (typeof tabNames)[number];

/** Returns the tab in the address (`?tab=quiz`), or null. */
export const parseAddressTab = (search: URLSearchParams): TabName | null => {
  const tabInAddress = search.get('tab');
  return tabNames.find((name) => name === tabInAddress) ?? null;
};
