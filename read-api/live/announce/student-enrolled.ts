import { needsEnrolment, tellEnrolment } from './about-enrolment.ts';
import { announces } from './announces.ts';

export const studentEnrolled = announces('StudentEnrolled', {
  needs: needsEnrolment,
  announce: tellEnrolment,
});
