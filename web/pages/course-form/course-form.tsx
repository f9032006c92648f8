import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type CourseFields, courseCategories, courseCodes, courseFields } from '#contract/courses.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Select, Textarea } from '../../ui/field.tsx';
import { type FieldName, fieldLabels, type Typed } from './course-fields.ts';
import { PicturePreview } from './picture-preview.tsx';
import { TeacherChoice } from './teacher-choice.tsx';

type Controls = z.input<typeof courseFields>;
export type CourseFormApi = UseFormReturn<Controls, unknown, CourseFields>;

/** Who is chosen, as the contract has it. */
export const personIn = (typed: string): string | null => (typed === '' ? null : typed);

/** The form's state, checked with the contract's own schema. `typed` is what its controls begin with. */
export const useCourseForm = (typed: Typed): CourseFormApi =>
  useForm<Controls, unknown, CourseFields>({
    resolver: zodResolver(courseFields),
    // An empty choice is none of the contract's; the schema refuses it when the form is sent.
    defaultValues: controlsOf(typed) as Controls,
  });

/** What the controls begin with, or are given, for what is typed: nobody is null. */
const controlsOf = (typed: Typed) => ({ ...typed, instructorId: personIn(typed.instructorId) });

const Choice = ({ options }: { options: readonly string[] }) => (
  <>
    <option value="">Choose…</option>
    {options.map((option) => (
      <option key={option} value={option}>
        {option}
      </option>
    ))}
  </>
);

/** The fields of a course; `notice` stands above them, `failure` above the button, `beside` under the picture. */
export const CourseForm = ({
  form,
  onSubmit,
  submitLabel,
  notice,
  failure,
  beside,
}: {
  form: CourseFormApi;
  onSubmit: () => void;
  submitLabel: string;
  notice?: ReactNode;
  failure: ReactNode;
  beside?: ReactNode;
}) => {
  const { register, formState, watch } = form;
  const { errors, isSubmitting } = formState;
  const field = (name: FieldName) => ({
    label: fieldLabels[name],
    required: true,
    error: errors[name]?.message,
    ...register(name),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) onSubmit();
      }}
      className="mt-10 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="space-y-5">
        {notice}
        <Input {...field('course_name')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Select {...field('course_code')}>
            <Choice options={courseCodes} />
          </Select>
          <Select {...field('category')}>
            <Choice options={courseCategories} />
          </Select>
        </div>
        <div className="grid gap-5 sm:grid-cols-3">
          <Input {...field('duration')} placeholder="e.g., 3-4 years" />
          <Input {...field('difficulty')} placeholder="out of 10" />
          <Input {...field('price')} inputMode="decimal" placeholder="in $" />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <Input {...field('instructor')} />
          <TeacherChoice form={form} />
        </div>
        <Input
          {...field('imageUrl')}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://…"
        />
        <div className="lg:hidden">
          <PicturePreview url={watch('imageUrl')} />
        </div>
        <Textarea {...field('details')} rows={8} />
        {failure}
        <Button type="submit" working={isSubmitting}>
          {submitLabel}
        </Button>
      </div>
      <aside aria-label="Beside the form" className="space-y-8 lg:sticky lg:top-24">
        <div className="max-lg:hidden">
          <PicturePreview url={watch('imageUrl')} />
        </div>
        {beside}
      </aside>
    </form>
  );
};
