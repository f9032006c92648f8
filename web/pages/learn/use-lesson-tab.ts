import { useState } from 'react';
import { useQueryParams } from '../../ui/use-query-text.ts';

const tabNames = ['notes', 'quiz', 'review', 'certificate'] as const;
export type TabName = (typeof tabNames)[number];

/** Returns the active tab: the one in the address, otherwise the initial one. Later values of `initialTab` are ignored. */
export const useLessonTab = (initialTab: TabName) => {
  const { query, put } = useQueryParams();
  const [defaultTab] = useState(initialTab);
  const tabInAddress = query.get('tab');
  const active = tabNames.find((name) => name === tabInAddress) ?? defaultTab;
  return { active, show: (name: TabName) => put({ tab: name }) };
};
