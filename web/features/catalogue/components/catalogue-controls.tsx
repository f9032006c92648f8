import { Search } from 'lucide-react';
import { useId } from 'react';
import { courseCategories } from '#events/contract/courses.ts';
import { controlClasses, Select } from '../../../ui/field.tsx';
import { type Order, orders } from '../choice.ts';
import type { Catalogue } from '../use-catalogue.ts';
import { CategoryChips } from './category-chips.tsx';

/** The search box, the categories and the order. */
export const CatalogueControls = ({ catalogue }: { catalogue: Catalogue }) => {
  const id = useId();
  const { typed, setTyped, choice, choose } = catalogue;
  return (
    <search className="mt-8 grid gap-5 lg:grid-cols-[1fr_16rem]">
      <form
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
          Search courses
        </label>
        <div className="relative">
          <Search
            className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted"
            aria-hidden="true"
          />
          <input
            id={id}
            type="search"
            required
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200}
            placeholder="Search courses using course name..."
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className={controlClasses('pl-10')}
          />
        </div>
      </form>
      <Select
        label="Order"
        value={choice.order}
        onChange={(event) => choose({ order: event.target.value as Order })}
      >
        {Object.entries(orders).map(([order, name]) => (
          <option key={order} value={order}>
            {name}
          </option>
        ))}
      </Select>
      <CategoryChips
        categories={courseCategories}
        chosen={choice.category}
        onChoose={(category) => choose({ category })}
      />
    </search>
  );
};
