import { WaitingPage } from './waiting-page.tsx';

export default function NotesPage() {
  return (
    <WaitingPage
      title="My Notes"
      subtitle="What you wrote down while learning."
      sentence="You have no notes yet."
      detail="Notes are taken while learning a course."
    />
  );
}
