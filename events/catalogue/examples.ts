/** One event of every type in its current version: the source of the samples, of docs/events.md and of tests. */
import type { DomainEvent, DomainEventType } from './catalogue.ts';

const person = '5c0fd2a2-54f4-5c5f-9e33-0b6a3a3b7c11';

const courseId = '0d6a8f0e-7f6e-5b1a-8a52-3f1f0f7f2a01';
const course = `course-${courseId}`;
const studentAndCourse = { userId: person, courseId };
const enrolmentId = '7a6f2b0c-93f5-5c51-a2a0-4c1d6de21b33';
const enrolment = `enrolment-${enrolmentId}`;
const bookmark = 'bookmark-2f9c40a2-1f0b-5f0e-8a3c-77f0a1c0d911';
const review = 'review-c34be5a1-8d14-5d0c-b6e2-0f5d7a3c9e21';
const note = 'note-91d7c3aa-6b0e-5b55-9f4d-5e2b8a7f6c10';
const announcement = 'announcement-3d1f7a52-0c9b-5a44-b1de-8f6c5e4d3b21';
const reading = 'reading-6e0c5b7a-3f19-5d28-8c4b-2a7d9e1f0b53';
const attemptId = 'b8f1d6e4-2c3a-5e8f-9d70-6a1b2c3d4e5f';
const quiz = `quiz-${attemptId}`;

type Example<T extends DomainEventType> = { stream: string; event: Extract<DomainEvent, { type: T }> };

export const examples: { [T in DomainEventType]: Example<T> } = {
  CourseAdded: {
    stream: course,
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
        instructorId: '9b2f6c1e-0d3a-5f47-8e21-6c5d4b3a2f10',
        videos: null,
      },
    },
  },
  CourseEdited: {
    stream: course,
    event: {
      type: 'CourseEdited',
      data: {
        changes: {
          price: 99,
          difficulty: '7',
          videos: [
            '/a.webm',
            '/b.webm',
            'https://example.org/c.mp4',
            'https://youtu.be/dQw4w9WgXcQ',
            '/e.webm',
          ],
        },
      },
    },
  },
  CourseRemoved: {
    stream: course,
    event: { type: 'CourseRemoved', data: {} },
  },
  CourseRestored: {
    stream: course,
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
  UserEmailChanged: {
    stream: `user-${person}`,
    event: {
      type: 'UserEmailChanged',
      data: { email: 'ada.oluwa@example.org', confirmedAt: '2026-11-20T09:30:00.000Z' },
    },
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
  CourseBookmarked: { stream: bookmark, event: { type: 'CourseBookmarked', data: studentAndCourse } },
  BookmarkRemoved: { stream: bookmark, event: { type: 'BookmarkRemoved', data: studentAndCourse } },
  StudentEnrolled: { stream: enrolment, event: { type: 'StudentEnrolled', data: studentAndCourse } },
  StudentLeft: { stream: enrolment, event: { type: 'StudentLeft', data: studentAndCourse } },
  CourseStarted: {
    stream: enrolment,
    event: { type: 'CourseStarted', data: { ...studentAndCourse, startedBy: 'enrolment' } },
  },
  ModuleCompleted: {
    stream: enrolment,
    event: { type: 'ModuleCompleted', data: { ...studentAndCourse, module: 3 } },
  },
  QuizStarted: {
    stream: quiz,
    event: {
      type: 'QuizStarted',
      data: {
        ...studentAndCourse,
        attemptId,
        code: 'CSE',
        kind: 'mcq',
        questionIds: ['cse-m1', 'cse-m2', 'cse-m3', 'cse-m4', 'cse-m5'],
        deadline: '2026-03-14T15:10:26.535Z',
      },
    },
  },
  QuizFinished: {
    stream: quiz,
    event: {
      type: 'QuizFinished',
      data: {
        ...studentAndCourse,
        attemptId,
        answers: { 'cse-m1': 2, 'cse-m2': 0, 'cse-m3': 3, 'cse-m5': 1 },
        score: 3,
        outOf: 5,
        late: false,
        right: ['cse-m1', 'cse-m2', 'cse-m5'],
      },
    },
  },
  QuizMarked: {
    stream: quiz,
    event: {
      type: 'QuizMarked',
      data: {
        ...studentAndCourse,
        attemptId,
        marks: { 'cse-w1': 8, 'cse-w2': 6.5 },
        remark: 'Clear; say why it ends.',
      },
    },
  },
  CertificateIssued: {
    stream: enrolment,
    event: {
      type: 'CertificateIssued',
      data: {
        ...studentAndCourse,
        number: 'LYC-2026-7Q4M-2X9D-K3TS',
        courseName: 'How Computers Count',
        courseCode: 'CSE',
        instructor: 'Grace Rahman',
        studentName: 'Ada Óluwa',
        nameCommitment: 'bab9d1f80f00c1f5fe7b3409221669c9c6591f54ad0b131c40005bf5b43e155a',
        nameSalt: '6c796365756d206578616d706c65732068617665206120706f6f722073616c74',
      },
    },
  },
  ReviewSubmitted: {
    stream: review,
    event: {
      type: 'ReviewSubmitted',
      data: {
        ...studentAndCourse,
        enrolmentId,
        courseCalledBy: 'enrolment',
        rating: 9,
        comment: 'I can count in binary on my fingers now.',
      },
    },
  },
  ReviewRevised: {
    stream: review,
    event: {
      type: 'ReviewRevised',
      data: { ...studentAndCourse, courseCalledBy: 'course', rating: 10, comment: 'I still can.' },
    },
  },
  ReviewRemoved: {
    stream: review,
    event: { type: 'ReviewRemoved', data: { ...studentAndCourse, by: 'author' } },
  },
  ReviewRestored: { stream: review, event: { type: 'ReviewRestored', data: studentAndCourse } },
  NoteTaken: {
    stream: note,
    event: {
      type: 'NoteTaken',
      data: {
        ...studentAndCourse,
        enrolmentId,
        courseCalledBy: 'enrolment',
        module: 2,
        second: 95,
        text: 'Two’s complement: −1 is all ones.',
      },
    },
  },
  NoteEdited: {
    stream: note,
    event: { type: 'NoteEdited', data: { userId: person, text: 'Two’s complement: negate and add one.' } },
  },
  NoteRemoved: { stream: note, event: { type: 'NoteRemoved', data: { userId: person } } },
  NoteRestored: { stream: note, event: { type: 'NoteRestored', data: { userId: person } } },
  AnnouncementPosted: {
    stream: announcement,
    event: {
      type: 'AnnouncementPosted',
      data: {
        ...studentAndCourse,
        userType: 'Instructor',
        type: 'Exam Announcement',
        date: '2026-03-05',
        text: 'The exam is on Thursday at ten.\nBring a pencil.',
      },
    },
  },
  StudentMessagePosted: {
    stream: announcement,
    event: {
      type: 'StudentMessagePosted',
      data: {
        ...studentAndCourse,
        userType: 'Instructor',
        date: '2026-03-05',
        text: 'You have not been here for a while. Can I help?',
        recipientIds: ['1b7a2c94-3f7e-5a60-8d2b-64f0f2c9a7e1', '9e1c5d07-62ab-5f38-a4d9-0c7b3e8f5a12'],
      },
    },
  },
  AnnouncementWithdrawn: {
    stream: announcement,
    event: { type: 'AnnouncementWithdrawn', data: { ...studentAndCourse, by: 'poster' } },
  },
  AnnouncementRestored: {
    stream: announcement,
    event: { type: 'AnnouncementRestored', data: studentAndCourse },
  },
  PersonalDataRead: {
    stream: reading,
    event: { type: 'PersonalDataRead', data: { what: 'notes', userId: person } },
  },
  LogExported: {
    stream: 'log',
    event: {
      type: 'LogExported',
      data: {
        operator: 'grace@school-server',
        databaseLogin: 'lyceum_owner',
        from: 1,
        to: null,
        raw: true,
        keys: 'under-passphrase',
      },
    },
  },
  LogArchived: {
    stream: 'log',
    event: {
      type: 'LogArchived',
      data: {
        operator: 'grace@school-server',
        databaseLogin: 'lyceum_owner',
        from: 1,
        to: 1_000_000,
        store: 's3://school-archive at https://s3.example.org',
      },
    },
  },
};
