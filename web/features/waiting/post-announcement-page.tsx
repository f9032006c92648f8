import { WaitingPage } from './waiting-page.tsx';

export default function PostAnnouncementPage() {
  return (
    <WaitingPage
      title="Post an Announcement"
      subtitle="For everybody who learns here."
      sentence="Announcements are not open yet."
      detail="You will be able to write one here."
    />
  );
}
