import { courseCategories } from '#contract/schemas/courses.ts';
import { Options, Select } from '../../../ui/field.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { type Order, orders } from '../catalogue-filter.ts';
import type { Catalogue } from '../use-catalogue.ts';
import { CategoryChips } from './category-chips.tsx';

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
