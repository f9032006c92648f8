import { expect, test } from 'vitest';
import { dashboardLinks } from './links.ts';

const namesFor = (...given: Parameters<typeof dashboardLinks>) =>
  dashboardLinks(...given).map(({ name }) => name);

test('a student sees what students use', () => {
  expect(namesFor('Student', 'bar')).toEqual([
    'Enrolled Courses',
    'Bookmarks',
    'Announcements',
    'My Notes',
    'My Profile',
  ]);
});

test('an instructor announces, marks quizzes and has a profile', () => {
  expect(namesFor('Instructor', 'bar')).toEqual(['My Profile', 'Post an Announcement', 'Mark Quizzes']);
});

test('an admin manages users and courses', () => {
  expect(namesFor('Admin', 'bar')).toEqual([
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

test('the sheet of small screens offers enrolled courses and bookmarks to every role', () => {
  expect(namesFor('Admin', 'sheet').slice(0, 2)).toEqual(['Enrolled Courses', 'Bookmarks']);
});

test('without a completed registration there is no dashboard', () => {
  expect(dashboardLinks(null, 'bar')).toEqual([]);
});

test('in the past nobody is led to where something is changed', () => {
  expect(namesFor('Instructor', 'bar', true)).toEqual(['My Profile']);
  expect(namesFor('Student', 'sheet', true)).toEqual(namesFor('Student', 'sheet'));
});
