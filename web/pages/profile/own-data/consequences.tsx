import { useId } from 'react';
import type { UserType } from '#contract/schemas/users.ts';

const deletedDataOfStaff = [
  'Your name, e-mail address and picture.',
  'Your sign-in, and your data in this browser.',
  'Everything from your time as a Student.',
];
const deletedData: Record<UserType, readonly string[]> = {
  Student: [
    'Your name, e-mail address and picture.',
    'Your notes, quizzes and bookmarks, and your progress in all courses.',
    'Your reviews and their ratings.',
    'Your sign-in, and your data in this browser.',
  ],
  Instructor: deletedDataOfStaff,
  Admin: deletedDataOfStaff,
};

const certificates =
  'The pages of your certificates, which then say only that the certificates were withdrawn.';
const formerCertificates =
  'The pages of certificates from your time as a Student, which then say only that the certificates were withdrawn.';
const history = 'The history of actions, without your name.';
const announcements = 'Your announcements, without your name, until an Admin withdraws them.';
const instructorName = 'Your name where a course names its instructor, until an Admin changes it.';
const remainingData: Record<UserType, readonly string[]> = {
  Student: [certificates, history],
  Instructor: [announcements, instructorName, formerCertificates, history],
  Admin: [
    announcements,
    instructorName,
    'The courses that you added or edited.',
    formerCertificates,
    history,
  ],
};

const ConsequenceList = ({ title, items }: { title: string; items: readonly string[] }) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-sm font-semibold">
        {title}
      </h3>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-muted">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
};

export const Consequences = ({ userType }: { userType: UserType }) => (
  <div className="mt-5 grid gap-5 sm:grid-cols-2">
    <ConsequenceList title="Deleted" items={deletedData[userType]} />
    <ConsequenceList title="Not deleted" items={remainingData[userType]} />
  </div>
);
