import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import type { User } from '#contract/users.ts';
import { usersQuery } from '../../domains/users/users-query.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { fieldLabels } from './course-fields.ts';
import type { CourseFormApi } from './course-form.tsx';

const teaches = ({ userType }: User) => userType !== 'Student';
const byName = (one: User, other: User) => one.name.localeCompare(other.name);

/** What stands for a chosen person who is not among those who teach. */
const unknownWords = (known: boolean, failed: boolean) => {
  if (known) return 'Somebody who teaches here no longer';
  return failed ? 'Stays as it is' : 'Loading…';
};

/**
 * Which of the school's people teaches the course, beside the free text that everybody reads. Who is chosen first lends
 * their name to a text that is empty.
 */
export const TeacherChoice = ({ form }: { form: CourseFormApi }) => {
  const { data, error, refetch, isFetching } = useQuery(usersQuery);
  const { field, fieldState } = useController({ name: 'instructorId', control: form.control });
  const teachers = data?.filter(teaches).toSorted(byName) ?? [];
  const chosen = field.value ?? '';
  const choose = (id: string) => {
    field.onChange(id === '' ? null : id);
    const person = teachers.find(({ _id }) => _id === id);
    if (person && form.getValues('instructor') === '')
      form.setValue('instructor', person.name, { shouldDirty: true });
  };
  return (
    <Select
      label={fieldLabels.instructorId}
      name={field.name}
      ref={field.ref}
      value={chosen}
      onBlur={field.onBlur}
      onChange={({ target }) => choose(target.value)}
      error={fieldState.error?.message}
      hint={
        error && !data ? (
          <>
            The people of the school could not be loaded.{' '}
            <Button look="quiet" size="small" working={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          </>
        ) : (
          'May set the videos and mark the written quizzes.'
        )
      }
    >
      <option value="">Nobody with an account</option>
      {chosen !== '' && !teachers.some(({ _id }) => _id === chosen) && (
        <option value={chosen}>{unknownWords(data !== undefined, error !== null)}</option>
      )}
      {teachers.map(({ _id, name, email }) => (
        <option key={_id} value={_id}>
          {name} · {email}
        </option>
      ))}
    </Select>
  );
};
