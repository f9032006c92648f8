import { expect, test } from 'vitest';
import { listDashboardLinks } from './dashboard-links.ts';

const listNames = (...parameters: Parameters<typeof listDashboardLinks>) =>
  listDashboardLinks(...parameters).map(({ name }) => name);

test('shows Students the links for their role in the header bar', () => {
  expect(listNames('Student', 'header-bar')).toEqual([
    'Enrolled Courses',
    'Bookmarks',
    'Announcements',
    'My Notes',
    'My Profile',
  ]);
});

test('shows Instructors the links for their role in the header bar', () => {
  expect(listNames('Instructor', 'header-bar')).toEqual([
    'My Profile',
    'Post an Announcement',
    'Students',
    'Mark Quizzes',
  ]);
});

test('shows Admins the links for their role in the header bar', () => {
  expect(listNames('Admin', 'header-bar')).toEqual([
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

test('offers Enrolled Courses and Bookmarks in the mobile menu to Admins as well', () => {
  expect(listNames('Admin', 'mobile-menu').slice(0, 2)).toEqual(['Enrolled Courses', 'Bookmarks']);
});

test('shows no links without a role', () => {
  expect(listDashboardLinks(null, 'header-bar')).toEqual([]);
});

test('in an as-of view, hides the pages that only make changes', () => {
  const isAsOf = true;
  expect(listNames('Instructor', 'header-bar', isAsOf)).toEqual(['My Profile', 'Students']);
  expect(listNames('Student', 'mobile-menu', isAsOf)).toEqual(listNames('Student', 'mobile-menu'));
});
