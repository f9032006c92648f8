/** One event of every kind, as it is written today: samples are made of them, documents and tests show them. */
import type { DomainEvent, DomainEventType } from './catalogue.ts';

const person = '5c0fd2a2-54f4-5c5f-9e33-0b6a3a3b7c11';

type Example<T extends DomainEventType> = { stream: string; event: Extract<DomainEvent, { type: T }> };

export const examples: { [T in DomainEventType]: Example<T> } = {
  CourseAdded: {
    stream: 'course-0d6a8f0e-7f6e-5b1a-8a52-3f1f0f7f2a01',
    event: {
      type: 'CourseAdded',
      data: {
        code: 'CSE',
        name: 'How Computers Count',
        duration: '3-4',
        difficulty: '6',
        category: 'Engineering',
        details: 'From beads on a wire to floating point, with “quotes”, a\nline break and ☕.',
        instructor: 'Grace Rahman',
        price: 120.5,
        imageUrl: '/pictures/counting.svg',
      },
    },
  },
  CourseEdited: {
    stream: 'course-0d6a8f0e-7f6e-5b1a-8a52-3f1f0f7f2a01',
    event: { type: 'CourseEdited', data: { changes: { price: 99, difficulty: '7' } } },
  },
  CourseRemoved: {
    stream: 'course-0d6a8f0e-7f6e-5b1a-8a52-3f1f0f7f2a01',
    event: { type: 'CourseRemoved', data: {} },
  },
  CourseRestored: {
    stream: 'course-0d6a8f0e-7f6e-5b1a-8a52-3f1f0f7f2a01',
    event: { type: 'CourseRestored', data: {} },
  },
  UserRegistered: {
    stream: `user-${person}`,
    event: {
      type: 'UserRegistered',
      data: {
        identity: 'u8Zk2mQe7RgYb1',
        name: 'Ada Óluwa',
        email: 'ada@example.org',
        imageUrl: 'https://example.org/ada.png',
        userType: 'Student',
        wishedType: 'Instructor',
      },
    },
  },
  UserProfileEdited: {
    stream: `user-${person}`,
    event: { type: 'UserProfileEdited', data: { name: 'Ada O. Óluwa', imageUrl: '/faces/ada.svg' } },
  },
  UserRoleChanged: {
    stream: `user-${person}`,
    event: { type: 'UserRoleChanged', data: { from: 'Student', to: 'Instructor' } },
  },
  UserWishDeclined: {
    stream: `user-${person}`,
    event: { type: 'UserWishDeclined', data: { wishedType: 'Instructor' } },
  },
  UserRemoved: { stream: `user-${person}`, event: { type: 'UserRemoved', data: {} } },
  AdminAppointed: { stream: 'admins', event: { type: 'AdminAppointed', data: { userId: person } } },
  AdminDismissed: { stream: 'admins', event: { type: 'AdminDismissed', data: { userId: person } } },
};
