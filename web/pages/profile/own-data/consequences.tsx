import { useId } from 'react';
import type { UserType } from '#contract/users.ts';

const goes: Record<UserType, readonly string[]> = {
  Student: [
    'Your name, e-mail address and picture.',
    'Your notes, quizzes and bookmarks, and your way through every course.',
    'Your reviews, and what they count in the ratings.',
    'Your sign-in, and what this browser keeps for you.',
  ],
  Instructor: [
    'Your name, e-mail address and picture.',
    'Your sign-in, and what this browser keeps for you.',
    'What you still have from when you were a Student.',
  ],
  Admin: [
    'Your name, e-mail address and picture.',
    'Your sign-in, and what this browser keeps for you.',
    'What you still have from when you were a Student.',
  ],
};

const certificates = 'The pages of your certificates say only that they were withdrawn.';
const history = 'The history says that somebody did something at some time, and no longer who.';
const announced = 'What you announced, without your name, until an Admin withdraws it.';
const stays: Record<UserType, readonly string[]> = {
  Student: [certificates, history],
  Instructor: [
    announced,
    'Your name where a course names its instructor, until an Admin changes it.',
    history,
  ],
  Admin: [announced, 'The courses that you added or edited.', history],
};

const Facts = ({ title, facts }: { title: string; facts: readonly string[] }) => {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-sm font-semibold">
        {title}
      </h3>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-muted">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </section>
  );
};

/** What becomes of everything when somebody of this role deletes their account. */
export const Consequences = ({ userType }: { userType: UserType }) => (
  <div className="mt-5 grid gap-5 sm:grid-cols-2">
    <Facts title="What goes" facts={goes[userType]} />
    <Facts title="What stays" facts={stays[userType]} />
  </div>
);
