import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { createChangeNumberAtom } from './changed-records.ts';

/** Briefly tints a record that a live update has changed. Put it into an element with the class `relative`. */
export const ChangedTint = ({ id }: { id: string }) => {
  const change = useAtomValue(useMemo(() => createChangeNumberAtom(id), [id]));
  return change === null ? null : (
    <span
      key={change}
      aria-hidden="true"
      data-changed
      className="tint-changed pointer-events-none absolute inset-0 rounded-card"
    />
  );
};
