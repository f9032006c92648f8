import type { PublicPage } from '#contract/pages.ts';
import type { PageDescription } from './page-description.ts';

const descriptions: Readonly<Record<PublicPage | '/verify', PageDescription>> = {
  '/': {
    title: 'Online courses at your own pace',
    description: 'Lyceum: online courses at your own pace.',
  },
  '/allCourses': {
    title: 'All Courses',
    description: 'Browse and search all courses of Lyceum by name, category, difficulty and price.',
  },
  '/instructors': {
    title: 'Instructors',
    description: 'The Instructors of Lyceum and the courses that they teach.',
  },
  '/verify': {
    title: 'Verify a certificate',
    description: 'Enter the number of a Lyceum certificate to check whether it is genuine.',
  },
  '/about': { title: 'About Us', description: 'What Lyceum is and how its courses work.' },
  '/faq': {
    title: 'Frequently Asked Questions',
    description: 'Answers to common questions about the courses, quizzes and certificates of Lyceum.',
  },
  '/privacy-policy': {
    title: 'Privacy Policy',
    description: 'Which personal data Lyceum keeps, why, and how you remove it.',
  },
  '/terms-of-service': {
    title: 'Terms of Service',
    description: 'The terms under which Lyceum offers its courses.',
  },
};

/** The descriptions of the public pages without parameters, by path. */
export const publicPageDescriptions: ReadonlyMap<string, PageDescription> = new Map(
  Object.entries(descriptions),
);
