import { Archive } from 'lucide-react';
import { Chip } from '../../../ui/chip.tsx';

/** Marks a course that was removed from the catalogue. Enrolled students can still finish it. */
export const RemovedCourseChip = () => (
  <Chip tone="warning" icon={Archive}>
    Withdrawn
  </Chip>
);
