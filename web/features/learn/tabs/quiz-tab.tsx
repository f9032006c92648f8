import type { Lesson } from './lesson.ts';

export const QuizTab = ({ enrolment }: Lesson) => <p className="text-muted">{enrolment.course_name}</p>;
