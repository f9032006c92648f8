import { needsEnrolment, tellProgress } from './about-enrolment.ts';
import { announces } from './announces.ts';

export const moduleCompleted = announces('ModuleCompleted', {
  needs: needsEnrolment,
  announce: tellProgress,
});
