import { Check } from 'lucide-react';
import { type Course, courseCategories } from '#contract/schemas/courses.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Options, Select } from '../../../ui/field.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { type Order, orders } from '../catalogue-filter.ts';
import type { Catalogue } from '../use-catalogue.ts';

type Category = Course['category'];

const CategoryChips = ({
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

export const CatalogueControls = ({ catalogue }: { catalogue: Catalogue }) => {
  const { text, setText, filter, setFilter } = catalogue;
  return (
    <search className="mt-8 grid gap-5 lg:grid-cols-[1fr_16rem]">
      <form onSubmit={(event) => event.preventDefault()}>
        <SearchInput
          label="Search courses"
          required
          placeholder="Search courses using course name..."
          value={text}
          onType={setText}
        />
      </form>
      <Select
        label="Sort by"
        value={filter.order}
        onChange={(event) => setFilter({ order: event.target.value as Order })}
      >
        <Options names={orders} />
      </Select>
      <CategoryChips
        categories={courseCategories}
        chosen={filter.category}
        onChoose={(category) => setFilter({ category })}
      />
    </search>
  );
};
