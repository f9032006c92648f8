import type { RosterState } from '#contract/schemas/roster.ts';
import { Options, Select } from '../../ui/field.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { formatDays, listInactivePeriods, stateNames } from './roster-format.ts';
import type { RosterView } from './use-roster-view.ts';

/** The search and the filters of a roster. */
export const RosterControls = ({ view }: { view: RosterView }) => {
  const { filter } = view;
  return (
    <search className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_14rem_16rem]">
      <div className="sm:col-span-2 lg:col-span-1">
        <SearchInput label="Search students" value={view.text} onType={view.setText} />
      </div>
      <Select
        label="Progress"
        value={filter.state ?? ''}
        onChange={(event) => view.setState(event.target.value as RosterState | '')}
      >
        <option value="">All</option>
        <Options names={stateNames} />
      </Select>
      <Select
        label="Last activity"
        value={filter.inactiveDays ?? ''}
        onChange={(event) => view.setInactiveDays(event.target.value)}
      >
        <option value="">Any time</option>
        {listInactivePeriods(filter.inactiveDays).map((days) => (
          <option key={days} value={days}>
            No activity for {formatDays(days)}
          </option>
        ))}
      </Select>
    </search>
  );
};
