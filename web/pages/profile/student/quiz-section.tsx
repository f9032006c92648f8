import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { QuizResults } from '../../../domains/quizzes/components/quiz-results.tsx';
import { ProfileSection } from '../section.tsx';

const anchor = 'quiz-results';
/** For how long the sections above may still grow while theirs is loading, in milliseconds. */
const settlingMs = 3_000;

/** Holds the section in sight while what stands above it is loading, until the person scrolls or types themselves. */
const holdInSight = (section: HTMLElement): (() => void) => {
  const observer = new ResizeObserver(() => section.scrollIntoView());
  const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const act of acts) removeEventListener(act, end);
  };
  const timer = setTimeout(end, settlingMs);
  for (const act of acts) addEventListener(act, end, { passive: true });
  observer.observe(document.body);
  return end;
};

/** What the student has reached in quizzes, in all courses; news of marks lead here. */
export const QuizSection = () => {
  const { hash, key } = useLocation();
  const section = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies(key): led here again, it is brought into sight again
  useEffect(
    () => (hash === `#${anchor}` && section.current ? holdInSight(section.current) : undefined),
    [hash, key],
  );
  return (
    <div id={anchor} ref={section} className="min-w-0">
      <ProfileSection title="Quiz results" subtitle="Each unfolds to its questions, with the right answers.">
        <QuizResults />
      </ProfileSection>
    </div>
  );
};
