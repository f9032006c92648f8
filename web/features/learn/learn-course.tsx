import { useMemo } from 'react';
import type { EnrolledCourse } from '#events/contract/enrolments.ts';
import { LeftBanner } from '../../ui/course/left-banner.tsx';
import { Page } from '../../ui/page.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';
import { LessonTabs } from './lesson-tabs.tsx';

/** A course as it is learned: the player, the five modules, and what belongs to them. */
export const LearnCourse = ({ enrolment, left }: { enrolment: EnrolledCourse; left: boolean }) => {
  usePageTitle(enrolment.course_name);
  const lesson = useMemo(
    () => ({ enrolment, place: () => ({ module: 1, second: 0 }), goTo: () => undefined }),
    [enrolment],
  );
  return (
    <Page>
      <LeftBanner left={left} />
      <h1
        tabIndex={-1}
        className="font-serif text-2xl font-semibold tracking-tight wrap-anywhere sm:text-3xl"
      >
        {enrolment.course_name}
      </h1>
      {enrolment.started ? (
        <LessonTabs lesson={lesson} />
      ) : (
        <p className="mt-8 text-lg font-medium">Please start the course first</p>
      )}
    </Page>
  );
};
