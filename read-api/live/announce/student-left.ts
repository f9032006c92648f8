import { announces } from './announces.ts';
import { ownRemoved } from './own-removed.ts';

export const studentLeft = announces('StudentLeft', ownRemoved('enrolment-removed'));
