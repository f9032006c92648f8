import { expect, test } from 'vitest';
import { listDashboardLinks } from './dashboard-links.ts';

const namesFor = (...parameters: Parameters<typeof listDashboardLinks>) =>
  listDashboardLinks(...parameters).map(({ name }) => name);

test('shows Students their pages', () => {
  expect(namesFor('Student', 'header-bar')).toEqual([
    'Enrolled Courses',
    'Bookmarks',
    'Announcements',
    'My Notes',
    'My Profile',
  ]);
});

test('shows Instructors the pages for announcements, students and marking', () => {
  expect(namesFor('Instructor', 'header-bar')).toEqual([
    'My Profile',
    'Post an Announcement',
    'Students',
    'Mark Quizzes',
  ]);
});

test('shows Admins the pages for users, courses and statistics', () => {
  expect(namesFor('Admin', 'header-bar')).toEqual([
    'My Profile',
    'Post an Announcement',
    'Mark Quizzes',
    'Live Dashboard',
    'Insight',
    'Users',
    'Add Course',
    'History',
  ]);
});

test('offers Enrolled Courses and Bookmarks to all roles in the mobile menu', () => {
  expect(namesFor('Admin', 'mobile-menu').slice(0, 2)).toEqual(['Enrolled Courses', 'Bookmarks']);
});

test('shows no links without a completed registration', () => {
  expect(listDashboardLinks(null, 'header-bar')).toEqual([]);
});

test('in an as-of view, hides the pages that only make changes', () => {
  const isAsOf = true;
  expect(namesFor('Instructor', 'header-bar', isAsOf)).toEqual(['My Profile', 'Students']);
  expect(namesFor('Student', 'mobile-menu', isAsOf)).toEqual(namesFor('Student', 'mobile-menu'));
});
