export const tabNames = ['notes', 'quiz', 'review', 'certificate'] as const;
export type TabName = (typeof tabNames)[number];

/** The tab that the address names (`?tab=quiz`), or null. */
export const tabInAddress = (search: URLSearchParams): TabName | null => {
  const named = search.get('tab');
  return tabNames.find((name) => name === named) ?? null;
};
