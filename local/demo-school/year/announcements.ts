import { z } from 'zod';
import { announcementType } from '#contract/schemas/announcements.ts';
import { announcementIdOf } from '#platform/identity/record-ids.ts';
import announcements from '../content/announcements.json' with { type: 'json' };
import { personNamed } from '../people.ts';
import { demoCatalogue } from './courses.ts';
import { type DemoCommand, idOfPerson, keyOf } from './demo-command.ts';

const demoAnnouncement = z.strictObject({
  day: z.number(),
  by: z.string(),
  type: announcementType,
  text: z.string(),
  /** The slug of the course whose students are addressed; left out for all users. */
  course: z.string().optional(),
  /** The number of days after which the poster withdrew the announcement; left out if it was not withdrawn. */
  withdrawnAfterDays: z.number().optional(),
});
type DemoAnnouncement = z.infer<typeof demoAnnouncement>;

const plannedAnnouncements = z.array(demoAnnouncement).parse(announcements);

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
    // The body has no date, so the announcement gets the day of the command.
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

/** Returns the commands that post and withdraw announcements. */
export const announcementCommands = (): DemoCommand[] =>
  plannedAnnouncements.flatMap(createAnnouncementCommands);
