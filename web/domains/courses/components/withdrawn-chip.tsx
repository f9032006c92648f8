import { Archive } from 'lucide-react';
import { Chip } from '../../../ui/chip.tsx';

/** The course left the catalogue; who is enrolled keeps their way through it. */
export const WithdrawnChip = () => (
  <Chip tone="warning" icon={<Archive className="size-3.5" aria-hidden="true" />}>
    Withdrawn
  </Chip>
);
