import { paths } from '../../client/paths.ts';

/** `count`: a number beside the name, if there is something to do. */
export type NavigationLink = { to: string; name: string; count?: { value: number; meaning: string } };

export const publicLinks: readonly NavigationLink[] = [
  { to: paths.home, name: 'Home' },
  { to: paths.allCourses, name: 'All Courses' },
  { to: paths.instructors, name: 'Instructors' },
  { to: paths.reviews, name: 'All Reviews' },
  { to: paths.highRatedCourses, name: 'Trending Courses' },
];

export const visitorLinks: readonly NavigationLink[] = [
  { to: paths.login, name: 'Login' },
  { to: paths.register, name: 'Register' },
];
