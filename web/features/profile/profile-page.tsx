import { useAtomValue } from 'jotai';
import { sessionAtom } from '../../lib/session/session.ts';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileForm } from './profile-form.tsx';

/** Who I am here: picture, name, e-mail, role; name and picture can be changed. */
export default function ProfilePage() {
  const session = useAtomValue(sessionAtom);
  if (session.status !== 'signed-in' || session.user === null) return null;
  const { user } = session;
  return (
    <Page>
      <PageHeading title="My Profile" subtitle="How you appear to the others here." className="mb-10" />
      <div className="grid items-start gap-8 lg:grid-cols-[20rem_1fr]">
        <ProfileCard user={user} />
        <ProfileForm key={user._id} user={user} />
      </div>
    </Page>
  );
}
