import type { AnnouncementType } from '#contract/schemas/announcements.ts';
import { announcementIdOf } from '#platform/identity/record-ids.ts';
import { personNamed } from '../people.ts';
import { demoCatalogue } from './courses.ts';
import { type DemoCommand, idOfPerson, keyOf } from './demo-command.ts';

type DemoAnnouncement = {
  day: number;
  by: string;
  type: AnnouncementType;
  text: string;
  /** The slug of the course, if it is for one. */
  course?: string;
  /** Days until its sender withdrew it. */
  withdrawnAfterDays?: number;
};

/** The announcements of the year. */
const plannedAnnouncements: readonly DemoAnnouncement[] = [
  {
    day: 14.4,
    by: 'Ada Okafor',
    type: 'Course Related',
    text: 'Our doors are open! New courses arrive every week until the end of term. Tell us which ones you would like to see.',
  },
  {
    day: 52.3,
    by: 'Mei Lin Chua',
    type: 'Quiz Announcement',
    text: 'Sixty seconds is enough for five questions if you read each one once and trust your first instinct.',
  },
  {
    day: 88.6,
    by: 'Ada Okafor',
    type: 'Exam Announcement',
    text: 'There are no final exams here: just five modules at your own pace, and a certificate that anyone can verify.',
  },
  {
    day: 119.5,
    by: 'Tomás Rivera',
    type: 'Course Related',
    course: 'data-structures-by-hand',
    text: 'Bring index cards to module 3. You will sort them on the floor and never again forget what a heap is.',
  },
  {
    day: 163.2,
    by: 'Priya Raman',
    type: 'Exam Announcement',
    text: 'The mock exam on circuits has moved to Thursday. You may still bring a pencil, a calculator and a friend to argue with afterwards.',
    withdrawnAfterDays: 9,
  },
  {
    day: 205.7,
    by: 'Bruno Keller',
    type: 'Course Related',
    text: 'You can now bookmark courses from their cards. Your bookmarks are available on every device you sign in on.',
  },
  {
    day: 238.4,
    by: 'Nora Whitfield',
    type: 'Quiz Announcement',
    text: 'Written quizzes are marked within three days. Your marks appear on your profile as soon as they are given.',
  },
  {
    day: 287.5,
    by: 'Jonas Aalto',
    type: 'Exam Announcement',
    course: 'light-and-what-it-tells',
    text: 'If you are finishing before the holidays: there is a Q&A session on module 5 on the last Friday. Cameras optional.',
  },
  {
    day: 312.3,
    by: 'Bruno Keller',
    type: 'Quiz Announcement',
    text: 'If your connection drops in the middle of a quiz, do not start again. Come back: your answers are still there, and so is the clock.',
  },
  {
    day: 338.6,
    by: 'Adaeze Obi',
    type: 'Course Related',
    text: 'Read one page aloud every evening this week. Plain sentences are easier to hear than to see.',
  },
  {
    day: 352.4,
    by: 'Fatima El-Sayed',
    type: 'Exam Announcement',
    text: 'This year’s certificates carry a code. Anyone you show yours to can check it without asking us.',
  },
  {
    day: 361.5,
    by: 'Ada Okafor',
    type: 'Course Related',
    text: 'We are almost one year old. Thank you for the first thousand modules!',
  },
];

const path = '/announcement/{id}';

const createAnnouncementCommands = ({
  day,
  by: name,
  type,
  text,
  course,
  withdrawnAfterDays,
}: DemoAnnouncement): DemoCommand[] => {
  const by = personNamed(name);
  const key = keyOf(`announce ${name} ${day}`);
  const courseId = demoCatalogue().find(({ slug }) => slug === course)?.id ?? null;
  const post: DemoCommand = {
    ...{ day, by, method: 'POST', path: '/announcement', params: {}, key },
    // Without a date, it gets the day of the command.
    body: { type, text, courseId },
  };
  if (withdrawnAfterDays === undefined) return [post];
  const params = { id: announcementIdOf(idOfPerson(by), key) };
  const withdraw: DemoCommand = {
    ...{ day: day + withdrawnAfterDays, by, method: 'DELETE', path, params, body: null },
    key: keyOf(`withdraw ${name} ${day}`),
  };
  return [post, withdraw];
};

export const announcementCommands = (): DemoCommand[] =>
  plannedAnnouncements.flatMap(createAnnouncementCommands);
