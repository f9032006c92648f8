import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod/mini';
import { type CourseFields, courseFields } from '#contract/schemas/courses.ts';
import type { CourseFormText } from './course-fields.ts';

type FormValues = z.input<typeof courseFields>;
export type CourseFormApi = UseFormReturn<FormValues, unknown, CourseFields>;

/** Converts the value of the teacher field into a user id, or null. */
export const toUserId = (text: string): string | null => (text === '' ? null : text);

/**
 * Converts texts into the values of the form. The cast hides that '' (nothing selected) is not a valid value of a select. The
 * schema refuses it when the form is submitted.
 */
export const toFormValues = (texts: CourseFormText) =>
  ({ ...texts, instructorId: toUserId(texts.instructorId) }) as FormValues;

/** Creates the form. It is validated with the schema of the contract. */
export const useCourseForm = (initial: CourseFormText): CourseFormApi =>
  useForm<FormValues, unknown, CourseFields>({
    resolver: zodResolver(courseFields),
    defaultValues: toFormValues(initial),
  });
