import { Tabs } from '@base-ui/react/tabs';
import { type ComponentType, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CertificateTab } from './tabs/certificate-tab.tsx';
import type { Lesson } from './tabs/lesson.ts';
import { NotesTab } from './tabs/notes-tab.tsx';
import { QuizTab } from './tabs/quiz-tab.tsx';
import { ReviewTab } from './tabs/review-tab.tsx';
import { type TabName, tabInAddress } from './which-tab.ts';

const tabs: readonly { name: TabName; label: string; Content: ComponentType<Lesson> }[] = [
  { name: 'notes', label: 'Notes', Content: NotesTab },
  { name: 'quiz', label: 'Quiz', Content: QuizTab },
  { name: 'review', label: 'Review', Content: ReviewTab },
  { name: 'certificate', label: 'Certificate', Content: CertificateTab },
];

const tabClasses =
  'min-h-11 rounded-t-control border-b-2 border-transparent px-3 font-medium text-muted hover:text-brand data-active:border-brand data-active:text-ink sm:px-4';

/**
 * Notes, Quiz, Review, Certificate; which one stands in the address. A tab that was opened once stays in the page, so
 * that what is typed there and a quiz that runs survive a look at another.
 */
export const LessonTabs = ({ lesson }: { lesson: Lesson }) => {
  const [search, setSearch] = useSearchParams();
  const shown = tabInAddress(search) ?? 'notes';
  const [opened, setOpened] = useState<ReadonlySet<TabName>>(() => new Set([shown]));
  if (!opened.has(shown)) setOpened(new Set([...opened, shown]));
  const show = (name: TabName) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('tab', name);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Tabs.Root value={shown} onValueChange={show} className="mt-8">
      <Tabs.List aria-label="Beside the lesson" className="flex flex-wrap border-b border-hairline">
        {tabs.map(({ name, label }) => (
          <Tabs.Tab key={name} value={name} className={tabClasses}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, Content }) => (
        <Tabs.Panel key={name} value={name} keepMounted className="rounded-card pt-6">
          {opened.has(name) && <Content {...lesson} />}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
};
