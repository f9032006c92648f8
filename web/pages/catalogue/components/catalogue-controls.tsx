import { courseCategories } from '#contract/courses.ts';
import { Select } from '../../../ui/field.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { type Order, orders } from '../choice.ts';
import type { Catalogue } from '../use-catalogue.ts';
import { CategoryChips } from './category-chips.tsx';

/** The search box, the categories and the order. */
export const CatalogueControls = ({ catalogue }: { catalogue: Catalogue }) => {
  const { typed, setTyped, choice, choose } = catalogue;
  return (
    <search className="mt-8 grid gap-5 lg:grid-cols-[1fr_16rem]">
      <form
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <SearchInput
          label="Search courses"
          required
          placeholder="Search courses using course name..."
          value={typed}
          onType={setTyped}
        />
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
