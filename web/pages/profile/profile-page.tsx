import { useAtomValue } from 'jotai';
import { BadgeCheck, Hourglass } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { User } from '#contract/schemas/users.ts';
import { HiddenInAsOfView } from '../../client/as-of.tsx';
import { sessionAtom } from '../../client/session/session.ts';
import { useCertificates } from '../../domains/certificates/certificate-queries.ts';
import { CertificateList } from '../../domains/certificates/components/certificate-list.tsx';
import { QuizResults } from '../../domains/quizzes/components/quiz-results.tsx';
import { UserAvatar } from '../../domains/users/user-avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ActivitySection } from './activity/activity-section.tsx';
import { OwnDataCard } from './own-data/own-data-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileSection } from './profile-section.tsx';
import { StaffTools } from './staff/staff-tools.tsx';
import { TaughtCourses } from './staff/taught-courses.tsx';
import { CourseSummary } from './student/course-summary.tsx';

const formatDate = (time: string) =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

const ProfileCard = ({ user }: { user: User }) => (
  <Card className="flex flex-col items-center p-6 text-center">
    <UserAvatar isOwn name={user.name} url={user.imageUrl} className="size-28 text-2xl" />
    <h2 className="mt-4 font-serif text-xl font-semibold wrap-anywhere">{user.name}</h2>
    <p className="mt-1 text-muted">
      <EmailAddress address={user.email} />
    </p>
    <p className="mt-4 flex flex-wrap justify-center gap-2">
      <Chip tone="info" icon={BadgeCheck}>
        {user.userType}
      </Chip>
      {user.wishedType !== null && (
        <Chip tone="warning" icon={Hourglass}>
          {user.wishedType} requested, awaiting an Admin
        </Chip>
      )}
    </p>
    <p className="mt-4 text-sm text-muted">Member since {formatDate(user.registeredAt)}</p>
  </Card>
);

/** The user's certificates. @param isHiddenIfEmpty whether to show nothing to a user without certificates. */
const CertificatesSection = ({ isHiddenIfEmpty = false }: { isHiddenIfEmpty?: boolean }) => {
  const { data } = useCertificates();
  if (isHiddenIfEmpty && !data?.length) return null;
  return (
    <ProfileSection title="Certificates" subtitle="Each has a public page that you can share.">
      <CertificateList />
    </ProfileSection>
  );
};

const quizSectionId = 'quiz-results';
/** How long the sections above may still grow while they load, in milliseconds. */
const settlingMs = 3_000;

/**
 * Keeps the section in view while the sections above it load: until the user scrolls, taps, clicks or types, but at most for
 * `settlingMs`. Returns a function that stops the scrolling early.
 */
const keepInView = (section: HTMLElement): (() => void) => {
  const observer = new ResizeObserver(() => section.scrollIntoView());
  const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of userEvents) removeEventListener(event, end);
  };
  const timer = setTimeout(end, settlingMs);
  for (const event of userEvents) addEventListener(event, end, { passive: true });
  observer.observe(document.body);
  return end;
};

/** The student's quiz results in all courses. The toast about new marks (`QuizNotices`) links here. */
const QuizSection = () => {
  const { hash, key } = useLocation();
  const section = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies(key): following the link again must scroll again
  useEffect(
    () => (hash === `#${quizSectionId}` && section.current ? keepInView(section.current) : undefined),
    [hash, key],
  );
  return (
    <div id={quizSectionId} ref={section} className="min-w-0">
      <ProfileSection title="Quiz results" subtitle="Open a result to see the correct answers.">
        <QuizResults />
      </ProfileSection>
    </div>
  );
};

const StudentSections = () => (
  <>
    <CourseSummary />
    <ActivitySection />
    <QuizSection />
    <CertificatesSection />
  </>
);

const StaffSections = ({ user }: { user: User }) => (
  <>
    <StaffTools userType={user.userType} />
    {user.userType === 'Instructor' && <TaughtCourses user={user} />}
    <CertificatesSection isHiddenIfEmpty />
  </>
);

export default function ProfilePage() {
  const session = useAtomValue(sessionAtom);
  if (session.status !== 'signed-in' || session.user === null) return null;
  const { user } = session;
  return (
    <Page>
      <PageHeading title="My Profile" subtitle="Your account and progress." className="mb-10" />
      <div className="grid items-start gap-x-10 gap-y-14 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="grid gap-8">
          <ProfileCard user={user} />
          <HiddenInAsOfView>
            <ProfileForm key={user._id} user={user} />
            <OwnDataCard user={user} />
          </HiddenInAsOfView>
        </div>
        <div className="grid min-w-0 gap-14">
          {user.userType === 'Student' ? <StudentSections /> : <StaffSections user={user} />}
        </div>
      </div>
    </Page>
  );
}
