import { expect, test } from 'vitest';
import { listDashboardLinks } from './dashboard-links.ts';

const listNames = (...parameters: Parameters<typeof listDashboardLinks>) =>
  listDashboardLinks(...parameters).map(({ name }) => name);

test('shows Students their pages', () => {
  expect(listNames('Student', 'header-bar')).toEqual([
    'Enrolled Courses',
    'Bookmarks',
    'Announcements',
    'My Notes',
    'My Profile',
  ]);
});

test('shows Instructors the pages for announcements, students and marking', () => {
  expect(listNames('Instructor', 'header-bar')).toEqual([
    'My Profile',
    'Post an Announcement',
    'Students',
    'Mark Quizzes',
  ]);
});

test('shows Admins the pages for users, courses and statistics', () => {
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

test('offers Enrolled Courses and Bookmarks to all roles in the mobile menu', () => {
  expect(listNames('Admin', 'mobile-menu').slice(0, 2)).toEqual(['Enrolled Courses', 'Bookmarks']);
});

test('shows no links without a completed registration', () => {
  expect(listDashboardLinks(null, 'header-bar')).toEqual([]);
});

test('in an as-of view, hides the pages that only make changes', () => {
  const isAsOf = true;
  expect(listNames('Instructor', 'header-bar', isAsOf)).toEqual(['My Profile', 'Students']);
  expect(listNames('Student', 'mobile-menu', isAsOf)).toEqual(listNames('Student', 'mobile-menu'));
});
