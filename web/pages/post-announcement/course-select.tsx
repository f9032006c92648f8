import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { ListedCourse } from '#contract/schemas/courses.ts';
import { userAtom } from '../../client/session/session.ts';
import { canAnnounceTo } from '../../domains/announcements/can-announce-to.ts';
import { useCatalogueList, wholeCatalogue } from '../../domains/courses/course-queries.ts';
import { Select } from '../../ui/field.tsx';
import { RetryHint } from '../../ui/retry-hint.tsx';
import { ignoreEnter, SearchInput } from '../../ui/search-input.tsx';
import { typingPauseMs, useDebounced } from '../../ui/use-debounced.ts';
import { useHasBeenTrue } from '../../ui/use-has-been-true.ts';

/** Explains the choice. If the courses could not be loaded, says so, because "Everybody" would look like the only choice. */
const Hint = ({
  isInstructor,
  query,
}: {
  isInstructor: boolean;
  query: ReturnType<typeof useCatalogueList>;
}) => {
  if (query.error && !query.list) return <RetryHint text="The courses could not be loaded." query={query} />;
  return isInstructor
    ? 'You can announce to everybody or to the courses that you teach.'
    : 'Choose a course to reach its students.';
};

/** Selects the recipients: everybody, or the students of a course. If there are many courses, a search box shortens the list. */
export const CourseSelect = ({
  value,
  isDisabled,
  onChange,
}: {
  value: string;
  isDisabled: boolean;
  onChange: (courseId: string) => void;
}) => {
  const user = useAtomValue(userAtom);
  const isInstructor = user?.userType === 'Instructor';
  const [text, setText] = useState('');
  const [selected, setSelected] = useState<ListedCourse | null>(null);
  const query = useCatalogueList({
    ...wholeCatalogue,
    search: useDebounced(text, typingPauseMs).trim(),
    ...(isInstructor ? { teacher: { _id: user._id, name: user.name } } : {}),
  });
  const { list } = query;
  const found = list?.courses.filter((course) => canAnnounceTo(user, course)) ?? [];
  const isSelectedMissing =
    value !== '' && selected?._id === value && found.every(({ _id }) => _id !== value);
  const options = isSelectedMissing ? [selected, ...found] : found;
  // A search that finds few courses must not hide the search box.
  const isSearchable = useHasBeenTrue(list !== undefined && list.total > list.courses.length);
  return (
    <>
      {isSearchable && (
        <SearchInput
          label="Find a course"
          placeholder="Course name"
          value={text}
          onType={setText}
          onKeyDown={ignoreEnter}
        />
      )}
      <Select
        label="For"
        hint={<Hint isInstructor={isInstructor} query={query} />}
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => {
          setSelected(options.find(({ _id }) => _id === target.value) ?? null);
          onChange(target.value);
        }}
      >
        <option value="">Everybody</option>
        {options.map(({ _id, course_code, course_name }) => (
          <option key={_id} value={_id}>
            {course_code} · {course_name}
          </option>
        ))}
      </Select>
    </>
  );
};
