import { WaitingPage } from './waiting-page.tsx';

export default function ReviewsPage() {
  return (
    <WaitingPage
      title="User Reviews"
      subtitle="What students say who have finished a course."
      sentence="No reviews yet."
      detail="A student who has completed all five modules of a course can review it."
    />
  );
}
