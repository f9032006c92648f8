import { useAtomValue } from 'jotai';
import type { User } from '#contract/users.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PresentOnly } from '../../client/as-of/present-only.tsx';
import { ActivitySection } from './activity/activity-section.tsx';
import { OwnDataCard } from './own-data/own-data-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Duties } from './staff/duties.tsx';
import { TaughtCourses } from './staff/taught-courses.tsx';
import { CertificatesSection } from './student/certificates-section.tsx';
import { CourseSummary } from './student/course-summary.tsx';
import { QuizSection } from './student/quiz-section.tsx';

/** What a student has reached; each section is complete in itself. */
const ForStudent = () => (
  <>
    <CourseSummary />
    <ActivitySection />
    <QuizSection />
    <CertificatesSection />
  </>
);

const ForStaff = ({ user }: { user: User }) => (
  <>
    <Duties userType={user.userType} />
    {user.userType === 'Instructor' && <TaughtCourses user={user} />}
    <CertificatesSection onlyIfAny />
  </>
);

/** Who I am here: picture, name, e-mail, role; name and picture can be changed. Beside it what I have done, or look after. */
export default function ProfilePage() {
  const session = useAtomValue(sessionAtom);
  if (session.status !== 'signed-in' || session.user === null) return null;
  const { user } = session;
  return (
    <Page>
      <PageHeading title="My Profile" subtitle="How you appear to the others here." className="mb-10" />
      <div className="grid items-start gap-x-10 gap-y-14 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="grid gap-8">
          <ProfileCard user={user} />
          <PresentOnly>
            <ProfileForm key={user._id} user={user} />
            <OwnDataCard user={user} />
          </PresentOnly>
        </div>
        <div className="grid min-w-0 gap-14">
          {user.userType === 'Student' ? <ForStudent /> : <ForStaff user={user} />}
        </div>
      </div>
    </Page>
  );
}
