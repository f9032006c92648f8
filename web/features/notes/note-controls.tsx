import { Search } from 'lucide-react';
import { useId } from 'react';
import { controlClasses, Select } from '../../ui/field.tsx';
import type { MyNotes } from './use-my-notes.ts';

const count = new Intl.NumberFormat('en');

/** The search box and the courses. */
export const NoteControls = ({ mine }: { mine: MyNotes }) => {
  const id = useId();
  const { typed, setTyped, courses, course, chooseCourse, total } = mine;
  return (
    <search className="mt-8 grid gap-5 sm:grid-cols-[1fr_16rem] lg:grid-cols-[1fr_22rem]">
      <div>
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
          Search notes
        </label>
        <div className="relative">
          <Search
            className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted"
            aria-hidden="true"
          />
          <input
            id={id}
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200}
            placeholder="Words of a note, a course, a module"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className={controlClasses('pl-10')}
          />
        </div>
      </div>
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
