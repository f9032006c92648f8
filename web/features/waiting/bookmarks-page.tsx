import { WaitingPage } from './waiting-page.tsx';

export default function BookmarksPage() {
  return (
    <WaitingPage
      title="Bookmarked Courses"
      subtitle="The courses that you want to find again."
      sentence="You have no bookmarks yet."
      detail="Bookmarks are not open yet; until then, look around."
    />
  );
}
