import { useAtomValue } from 'jotai';
import type { User } from '#contract/schemas/users.ts';
import { PresentOnly } from '../../client/as-of.tsx';
import { sessionAtom } from '../../client/session/session.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ActivitySection } from './activity/activity-section.tsx';
import { OwnDataCard } from './own-data/own-data-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { StaffTools } from './staff/staff-tools.tsx';
import { TaughtCourses } from './staff/taught-courses.tsx';
import { CertificatesSection } from './student/certificates-section.tsx';
import { CourseSummary } from './student/course-summary.tsx';
import { QuizSection } from './student/quiz-section.tsx';

/** The sections of a student's profile. */
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
    <CertificatesSection onlyIfAny />
  </>
);

/** The profile page: the user's data with a form, and their progress or tools. */
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
          <PresentOnly>
            <ProfileForm key={user._id} user={user} />
            <OwnDataCard user={user} />
          </PresentOnly>
        </div>
        <div className="grid min-w-0 gap-14">
          {user.userType === 'Student' ? <StudentSections /> : <StaffSections user={user} />}
        </div>
      </div>
    </Page>
  );
}
