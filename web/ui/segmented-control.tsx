import { useId } from 'react';
import { classNames } from './class-names.ts';

/** Radio buttons side by side, for a choice between a few options. `label` names the group. */
export const SegmentedControl = <T extends string>({
  label,
  options,
  chosen,
  onChoose,
}: {
  label: string;
  options: readonly (readonly [value: T, name: string])[];
  chosen: T;
  onChoose: (value: T) => void;
}) => {
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-control border border-control bg-surface p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(([value, text]) => (
        <label
          key={value}
          className={classNames(
            'relative flex min-h-8 cursor-pointer items-center rounded-[6px] px-3 text-sm font-medium',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
            value === chosen ? 'bg-brand text-on-brand' : 'text-muted hover:text-brand',
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
};
