import type { AnnouncementType } from '#contract/schemas/announcements.ts';
import { announcementIdOf } from '#platform/identity/record-ids.ts';
import { personNamed } from '../people.ts';
import { type Act, idOfPerson, keyOf } from './act.ts';
import { demoCatalogue } from './courses.ts';

type Posted = {
  day: number;
  by: string;
  type: AnnouncementType;
  text: string;
  /** The slug of the course, if it is for one. */
  course?: string;
  /** Days until its sender withdrew it. */
  for?: number;
};

/** The announcements of the year. */
const posted: readonly Posted[] = [
  {
    day: 14.4,
    by: 'Ada Okafor',
    type: 'Course Related',
    text: 'The doors are open. New courses arrive every week until the end of the term; tell us which one you miss.',
  },
  {
    day: 52.3,
    by: 'Mei Lin Chua',
    type: 'Quiz Announcement',
    text: 'Sixty seconds are enough for five questions if you read each one once and trust your first sound idea.',
  },
  {
    day: 88.6,
    by: 'Ada Okafor',
    type: 'Exam Announcement',
    text: 'There is no exam at the end of a course here: five modules, at your own pace, and a certificate that anybody can verify.',
  },
  {
    day: 119.5,
    by: 'Tomás Rivera',
    type: 'Course Related',
    course: 'data-structures-by-hand',
    text: 'Bring index cards to module 3. You will sort them on the floor, and you will never forget what a heap is.',
  },
  {
    day: 163.2,
    by: 'Priya Raman',
    type: 'Exam Announcement',
    text: 'The mock exam on circuits moves to Thursday. What you may bring has not changed: a pencil, a calculator, a friend to argue with afterwards.',
    for: 9,
  },
  {
    day: 205.7,
    by: 'Bruno Keller',
    type: 'Course Related',
    text: 'Courses can be bookmarked from their cards now. Your bookmarks are on every device that you sign in on.',
  },
  {
    day: 238.4,
    by: 'Nora Whitfield',
    type: 'Quiz Announcement',
    text: 'Written quizzes are marked within three days. You see the marks on your profile the moment they are given.',
  },
  {
    day: 287.5,
    by: 'Jonas Aalto',
    type: 'Exam Announcement',
    course: 'light-and-what-it-tells',
    text: 'For those who finish before the holidays: there is a session of questions on module 5 on the last Friday, cameras optional.',
  },
  {
    day: 312.3,
    by: 'Bruno Keller',
    type: 'Quiz Announcement',
    text: 'If the line breaks in the middle of a quiz, do not start anew: come back, your answers are still there, and so is the clock.',
  },
  {
    day: 338.6,
    by: 'Adaeze Obi',
    type: 'Course Related',
    text: 'Read one page aloud each evening this week. Plain sentences are easier to hear than to see.',
  },
  {
    day: 352.4,
    by: 'Fatima El-Sayed',
    type: 'Exam Announcement',
    text: 'Certificates of this year carry a code. Whoever you show yours to can check it without asking us.',
  },
  {
    day: 361.5,
    by: 'Ada Okafor',
    type: 'Course Related',
    text: 'A year old today, nearly. Thank you for the first thousand modules.',
  },
];

const path = '/announcement/{id}';

const actsOf = ({ day, by: name, type, text, course, for: days }: Posted): Act[] => {
  const by = personNamed(name);
  const key = keyOf(`announce ${name} ${day}`);
  const courseId = demoCatalogue().find(({ slug }) => slug === course)?.id ?? null;
  const post: Act = {
    ...{ day, by, method: 'POST', path: '/announcement', params: {}, key },
    // Without a date, it gets the day of the act.
    body: { type, text, courseId },
  };
  if (days === undefined) return [post];
  const params = { id: announcementIdOf(idOfPerson(by), key) };
  const withdraw: Act = {
    ...{ day: day + days, by, method: 'DELETE', path, params, body: null },
    key: keyOf(`withdraw ${name} ${day}`),
  };
  return [post, withdraw];
};

export const announcementActs = (): Act[] => posted.flatMap(actsOf);
