import { type DemoCourse, paragraph } from './demo-course.ts';

export const psy: readonly DemoCourse[] = [
  {
    slug: 'memory-a-users-guide',
    course_code: 'PSY',
    course_name: "Memory: A User's Guide",
    duration: '2 years',
    difficulty: '5 out of 10',
    category: 'Medical',
    price: 350,
    instructor: 'Priya Raman',
    details: paragraph(`
      You will forget most of this course, and it will teach you why. Memory is not a store but a habit of making things up well enough, and we
      study it from both ends: the nerve cell that changes when it has been spoken to twice, and the witness who is certain and wrong. You take
      part in the classic experiments before you read about them, so that the surprise is your own. Half of the course is practical: how to learn
      a language, a speech or four hundred bones, what sleep does, what cramming does not. It ends with those who cannot remember and those who
      cannot forget, and with what we owe to both.`),
  },
  {
    slug: 'minds-in-company',
    course_code: 'PSY',
    course_name: 'Minds in Company',
    duration: '3-4 years',
    difficulty: '6',
    category: 'Medical',
    price: 440,
    instructor: 'Priya Raman',
    details: paragraph(`
      Alone we are one kind of animal; in a queue we are another. This course is about what people do to each other just by being there: conformity,
      courage, kindness, panic, the strange politeness of lifts. Famous studies are read in the original and then repeated, with better manners and
      larger samples; some of them do not survive it, and we talk about what that means for the rest. You will design one study of your own, have
      it rejected by an ethics board of your classmates, improve it and run it. Statistics are taught as self-defence. Expect to notice things at
      parties for the rest of your life.`),
  },
];
