import { Tabs } from '@base-ui/react/tabs';
import { Timer } from 'lucide-react';
import { type ComponentType, type RefObject, useState } from 'react';
import { questionsPerQuiz, quizSeconds } from '#contract/schemas/quizzes.ts';
import { getQuizPath } from '../../client/paths.ts';
import { QuizResults } from '../../domains/quizzes/components/quiz-results.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CertificateTab } from './tabs/certificate-tab.tsx';
import type { LessonProps } from './tabs/lesson-props.ts';
import { NotesTab } from './tabs/notes-tab.tsx';
import { ReviewTab } from './tabs/review-tab.tsx';
import type { TabName } from './use-lesson-tab.ts';

const QuizTab = ({ enrolment }: LessonProps) => (
  <div className="grid gap-8">
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-hairline bg-surface p-5">
      <p className="flex min-w-0 items-center gap-3">
        <Timer className="size-6 shrink-0 text-brand" />
        {questionsPerQuiz} questions in {quizSeconds} seconds, multiple choice or written.
      </p>
      <ButtonLink to={getQuizPath(enrolment)} state={{ code: enrolment.course_code }}>
        Take Quizzes
      </ButtonLink>
    </div>
    <section aria-labelledby="quiz-results">
      <h2 id="quiz-results" className="mb-4 font-serif text-xl font-semibold">
        Your results
      </h2>
      <QuizResults enrolmentId={enrolment._id} />
    </section>
  </div>
);

const tabs: readonly { name: TabName; label: string; Content: ComponentType<LessonProps> }[] = [
  { name: 'notes', label: 'Notes', Content: NotesTab },
  { name: 'quiz', label: 'Quiz', Content: QuizTab },
  { name: 'review', label: 'Review', Content: ReviewTab },
  { name: 'certificate', label: 'Certificate', Content: CertificateTab },
];

const tabClasses =
  '-mb-px min-h-11 border-b-2 border-transparent px-2 text-sm font-medium text-muted hover:text-brand data-active:border-brand data-active:text-ink min-[24rem]:px-3 sm:px-4 sm:text-base';

/**
 * The tabs Notes, Quiz, Review and Certificate. Opened tabs stay mounted, so that their input is kept.
 * @param panels receives the panel elements, so that other components can scroll to them and focus them.
 */
export const LessonTabs = ({
  lesson,
  activeTab,
  onShow,
  panels,
}: {
  lesson: LessonProps;
  activeTab: TabName;
  onShow: (name: TabName) => void;
  panels: RefObject<Partial<Record<TabName, HTMLDivElement | null>>>;
}) => {
  const [opened, setOpened] = useState<ReadonlySet<TabName>>(() => new Set([activeTab]));
  if (!opened.has(activeTab)) setOpened(new Set([...opened, activeTab]));
  return (
    <Tabs.Root value={activeTab} onValueChange={onShow}>
      <Tabs.List aria-label="Lesson tools" className="flex flex-wrap border-b border-hairline">
        {tabs.map(({ name, label }) => (
          <Tabs.Tab key={name} value={name} className={tabClasses}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, Content }) => (
        <Tabs.Panel
          key={name}
          value={name}
          keepMounted
          ref={(panel) => {
            panels.current[name] = panel;
          }}
          className="rounded-card pt-6"
        >
          {opened.has(name) && <Content {...lesson} />}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
};
