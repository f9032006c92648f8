import { Check } from 'lucide-react';
import type { Course } from '#contract/schemas/courses.ts';
import { classNames } from '../../../ui/class-names.ts';

type Category = Course['category'];

/** A button for each category, and one for all. */
export const CategoryChips = ({
  categories,
  chosen,
  onChoose,
}: {
  categories: readonly Category[];
  chosen: Category | null;
  onChoose: (category: Category | null) => void;
}) => (
  <fieldset className="flex flex-wrap gap-2 lg:col-span-2">
    <legend className="sr-only">Category</legend>
    {[null, ...categories].map((category) => {
      const isPressed = category === chosen;
      return (
        <button
          key={category ?? 'all'}
          type="button"
          aria-pressed={isPressed}
          onClick={() => onChoose(category)}
          className={classNames(
            'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3.5 text-sm font-medium transition-colors',
            isPressed
              ? 'border-brand bg-brand-soft text-brand'
              : 'border-control bg-surface text-muted hover:border-brand hover:text-brand',
          )}
        >
          {isPressed && <Check className="size-4" />}
          {category ?? 'All categories'}
        </button>
      );
    })}
  </fieldset>
);
