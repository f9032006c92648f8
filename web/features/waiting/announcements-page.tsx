import { WaitingPage } from './waiting-page.tsx';

export default function AnnouncementsPage() {
  return (
    <WaitingPage
      title="Announcements"
      subtitle="What Admins and Instructors want you to know."
      sentence="No announcements found."
    />
  );
}
