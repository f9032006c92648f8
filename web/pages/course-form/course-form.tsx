import { ImageIcon, ImageOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { imageAddress } from '#contract/fields/text.ts';
import { courseCategories, courseCodes } from '#contract/schemas/courses.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Select, Textarea } from '../../ui/field.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { type FieldName, fieldLabels } from './course-fields.ts';
import { TeacherSelect } from './teacher-select.tsx';
import type { CourseFormApi } from './use-course-form.ts';

const imageUrlSchema = imageAddress('Image URL');
/** The image is requested only after the user has stopped typing for this long. */
const imageTypingPauseMs = 400;

const ImagePreview = ({ url }: { url: string }) => {
  const imageSrc = imageUrlSchema.safeParse(useDebounced(url, imageTypingPauseMs)).data ?? null;
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const hasFailed = imageSrc !== null && failedSrc === imageSrc;
  return (
    <figure>
      <div className="grid aspect-video place-items-center overflow-hidden rounded-card border border-hairline bg-sunken">
        {imageSrc !== null && !hasFailed ? (
          <img
            src={imageSrc}
            alt="As shown on the course card"
            referrerPolicy="no-referrer"
            onError={() => setFailedSrc(imageSrc)}
            className="size-full object-cover"
          />
        ) : (
          <span className="grid justify-items-center gap-2 px-6 text-center text-sm text-muted">
            {hasFailed ? <ImageOff /> : <ImageIcon />}
            {hasFailed ? 'The image could not be loaded.' : 'The image appears here.'}
          </span>
        )}
      </div>
      <figcaption className="mt-2 text-sm text-muted">Preview</figcaption>
    </figure>
  );
};

const Choices = ({ options }: { options: readonly string[] }) => (
  <>
    <option value="">Choose…</option>
    {options.map((option) => (
      <option key={option}>{option}</option>
    ))}
  </>
);

/**
 * The form for a course.
 * @param notice shown above the fields.
 * @param failure shown above the button.
 * @param aside shown below the image preview.
 */
export const CourseForm = ({
  form,
  onSubmit,
  submitLabel,
  notice,
  failure,
  aside,
}: {
  form: CourseFormApi;
  onSubmit: () => void;
  submitLabel: string;
  notice?: ReactNode;
  failure: ReactNode;
  aside?: ReactNode;
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
      <div data-error-lines className="space-y-5">
        {notice}
        <Input {...field('course_name')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Select {...field('course_code')}>
            <Choices options={courseCodes} />
          </Select>
          <Select {...field('category')}>
            <Choices options={courseCategories} />
          </Select>
        </div>
        <div className="grid gap-5 sm:grid-cols-3">
          <Input {...field('duration')} placeholder="e.g., 3-4 years" />
          <Input {...field('difficulty')} placeholder="out of 10" />
          <Input {...field('price')} inputMode="decimal" placeholder="in $" />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <Input {...field('instructor')} />
          <TeacherSelect form={form} />
        </div>
        <Input
          {...field('imageUrl')}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://…"
        />
        <div className="lg:hidden">
          <ImagePreview url={watch('imageUrl')} />
        </div>
        <Textarea {...field('details')} rows={8} />
        {failure}
        <Button type="submit" isWorking={isSubmitting}>
          {submitLabel}
        </Button>
      </div>
      <aside aria-label="Preview" className="space-y-8 lg:sticky lg:top-24">
        <div className="max-lg:hidden">
          <ImagePreview url={watch('imageUrl')} />
        </div>
        {aside}
      </aside>
    </form>
  );
};
