import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { QuizResults } from '../../../domains/quizzes/components/quiz-results.tsx';
import { ProfileSection } from '../profile-section.tsx';

const anchor = 'quiz-results';
/** How long the sections above may still grow while they load, in milliseconds. */
const settlingMs = 3_000;

/** Keeps the section in view while the sections above it load, until the user scrolls or types. */
const keepInView = (section: HTMLElement): (() => void) => {
  const observer = new ResizeObserver(() => section.scrollIntoView());
  const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of userEvents) removeEventListener(event, end);
  };
  const timer = setTimeout(end, settlingMs);
  for (const event of userEvents) addEventListener(event, end, { passive: true });
  observer.observe(document.body);
  return end;
};

/** The student's quiz results in all courses. Notifications about marks link here. */
export const QuizSection = () => {
  const { hash, key } = useLocation();
  const section = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies(key): following the link again must scroll again
  useEffect(
    () => (hash === `#${anchor}` && section.current ? keepInView(section.current) : undefined),
    [hash, key],
  );
  return (
    <div id={anchor} ref={section} className="min-w-0">
      <ProfileSection title="Quiz results" subtitle="Open a result to see the correct answers.">
        <QuizResults />
      </ProfileSection>
    </div>
  );
};
