import { WaitingPage } from './waiting-page.tsx';

export default function EnrolledPage() {
  return (
    <WaitingPage
      title="My Enrolled Courses"
      subtitle="The courses that you have joined."
      sentence="You have not joined a course yet."
      detail="Enrolling is not open yet; until then, look around."
    />
  );
}
