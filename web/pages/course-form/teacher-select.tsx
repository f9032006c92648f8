import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { type DirectoryListing, directoryQuery, userQuery } from '../../domains/users/user-queries.ts';
import { Select } from '../../ui/field.tsx';
import { RetryHint } from '../../ui/retry-hint.tsx';
import { ignoreEnter, SearchInput } from '../../ui/search-input.tsx';
import { typingPauseMs, useDebounced } from '../../ui/use-debounced.ts';
import { useHasBeenTrue } from '../../ui/use-has-been-true.ts';
import { fieldLabels } from './course-fields.ts';
import type { CourseFormApi } from './use-course-form.ts';

/** The list contains at most this many Instructors and Admins, and the selected user. A search finds the others. */
const maxListed = 50;

/** Returns the label of the selected user if that user is not loaded, was removed, or is a Student now. */
const describeMissingTeacher = (isLoaded: boolean, hasFailed: boolean) => {
  if (isLoaded) return 'Former teacher';
  return hasFailed ? 'Unchanged' : 'Loading…';
};

/** Selects the account that teaches the course. Fills in the free-text instructor name if it is empty. */
export const TeacherSelect = ({ form }: { form: CourseFormApi }) => {
  const { field, fieldState } = useController({ name: 'instructorId', control: form.control });
  const selectedId = field.value ?? '';
  const [text, setText] = useState('');
  const search = useDebounced(text, typingPauseMs).trim();
  const listing: DirectoryListing = { search, userTypes: ['Instructor', 'Admin'], sort: 'name' };
  const query = useQuery({
    ...directoryQuery(listing, 1, maxListed),
    placeholderData: keepPreviousData,
  });
  const { data, error } = query;
  const found = data?.users ?? [];
  // A search that finds few users must not hide the search box.
  const isSearchable = useHasBeenTrue(data !== undefined && data.total > found.length);
  const isSelectedMissing = selectedId !== '' && found.every(({ _id }) => _id !== selectedId);
  const selected = useQuery({ ...userQuery(selectedId), enabled: isSelectedMissing });
  const selectedTeacher = selected.data?.users.find(({ userType }) => userType !== 'Student');
  const teachers = isSelectedMissing && selectedTeacher ? [selectedTeacher, ...found] : found;
  const select = (id: string) => {
    field.onChange(id === '' ? null : id);
    const teacher = teachers.find(({ _id }) => _id === id);
    if (teacher && form.getValues('instructor') === '')
      form.setValue('instructor', teacher.name, { shouldDirty: true });
  };
  return (
    <>
      {isSearchable && (
        <SearchInput
          label="Find a teacher"
          placeholder="Name or e-mail"
          value={text}
          onType={setText}
          onKeyDown={ignoreEnter}
        />
      )}
      <Select
        label={fieldLabels.instructorId}
        name={field.name}
        ref={field.ref}
        value={selectedId}
        onBlur={field.onBlur}
        onChange={({ target }) => select(target.value)}
        error={fieldState.error?.message}
        hint={
          error && !data ? (
            <RetryHint text="The list of teachers could not be loaded." query={query} />
          ) : (
            'Can edit the videos, mark written quizzes and see the students.'
          )
        }
      >
        <option value="">No instructor account</option>
        {isSelectedMissing && !selectedTeacher && (
          <option value={selectedId}>
            {describeMissingTeacher(selected.data !== undefined, selected.error !== null)}
          </option>
        )}
        {teachers.map(({ _id, name, email }) => (
          <option key={_id} value={_id}>
            {name} · {email}
          </option>
        ))}
      </Select>
    </>
  );
};
