import { announcementCommands } from './announcements.ts';
import { courseCommands } from './courses.ts';
import type { DemoCommand } from './demo-command.ts';
import { learningCommands } from './learning.ts';
import { userCommands } from './people.ts';
import { reviewCommands } from './reviews.ts';

/** Returns all commands of the demo school's year in chronological order. */
export const demoYearCommands = (): DemoCommand[] => {
  const learning = learningCommands();
  const commands = [
    ...userCommands(),
    ...courseCommands(),
    ...learning,
    ...reviewCommands(learning),
    ...announcementCommands(),
  ];
  return commands.toSorted((a, b) => a.day - b.day);
};
