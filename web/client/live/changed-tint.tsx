import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { changeNumberAtom } from './changed-records.ts';

/** A tint over a record that somebody changed while it was shown; put it into a `relative` box. */
export const ChangedTint = ({ id }: { id: string }) => {
  const change = useAtomValue(useMemo(() => changeNumberAtom(id), [id]));
  return change === null ? null : (
    <span
      key={change}
      aria-hidden="true"
      data-changed
      className="tint-changed pointer-events-none absolute inset-0 rounded-card"
    />
  );
};
