import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import type { User } from '#contract/schemas/users.ts';
import { usersQuery } from '../../domains/users/user-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { fieldLabels } from './course-fields.ts';
import type { CourseFormApi } from './use-course-form.ts';

const canTeach = ({ userType }: User) => userType !== 'Student';
const byName = (a: User, b: User) => a.name.localeCompare(b.name);

/** The label of a selected user who is not in the list of teachers. */
const describeMissingTeacher = (isListLoaded: boolean, hasListFailed: boolean) => {
  if (isListLoaded) return 'Former teacher';
  return hasListFailed ? 'Unchanged' : 'Loading…';
};

/** Selects the account that teaches the course. Fills in the free-text instructor name if it is empty. */
export const TeacherSelect = ({ form }: { form: CourseFormApi }) => {
  const { data, error, refetch, isFetching } = useQuery(usersQuery);
  const { field, fieldState } = useController({ name: 'instructorId', control: form.control });
  const teachers = data?.filter(canTeach).toSorted(byName) ?? [];
  const selectedId = field.value ?? '';
  const select = (id: string) => {
    field.onChange(id === '' ? null : id);
    const teacher = teachers.find(({ _id }) => _id === id);
    if (teacher && form.getValues('instructor') === '')
      form.setValue('instructor', teacher.name, { shouldDirty: true });
  };
  return (
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
          <>
            The list of teachers could not be loaded.{' '}
            <Button variant="quiet" size="small" isWorking={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          </>
        ) : (
          'Can edit the videos, mark written quizzes and see the students.'
        )
      }
    >
      <option value="">No instructor account</option>
      {selectedId !== '' && !teachers.some(({ _id }) => _id === selectedId) && (
        <option value={selectedId}>{describeMissingTeacher(data !== undefined, error !== null)}</option>
      )}
      {teachers.map(({ _id, name, email }) => (
        <option key={_id} value={_id}>
          {name} · {email}
        </option>
      ))}
    </Select>
  );
};
