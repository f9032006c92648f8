import { needsEnrolment, tellProgress } from './about-enrolment.ts';
import { announces } from './announces.ts';

export const courseStarted = announces('CourseStarted', {
  needs: needsEnrolment,
  announce: tellProgress,
});
