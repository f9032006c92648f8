import type { Lesson } from './lesson.ts';

export const ReviewTab = ({ enrolment }: Lesson) => <p className="text-muted">{enrolment.course_name}</p>;
