import { Select } from '../../ui/field.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import type { MyNotes } from './use-my-notes.ts';

const count = new Intl.NumberFormat('en');

/** The search box and the courses. */
export const NoteControls = ({ myNotes }: { myNotes: MyNotes }) => {
  const { searchText, setSearchText, courses, course, chooseCourse, total } = myNotes;
  return (
    <search className="mt-8 grid gap-5 sm:grid-cols-[1fr_16rem] lg:grid-cols-[1fr_22rem]">
      <SearchInput
        label="Search notes"
        placeholder="Search by text, course or module"
        value={searchText}
        onType={setSearchText}
      />
      <Select label="Course" value={course} onChange={(event) => chooseCourse(event.target.value)}>
        <option value="">All courses ({count.format(total)})</option>
        {courses.map(({ catalogueId, courseName, count: notes }) => (
          <option key={catalogueId} value={catalogueId}>
            {courseName} ({count.format(notes)})
          </option>
        ))}
      </Select>
    </search>
  );
};
