import { WaitingPage } from './waiting-page.tsx';

export default function TrendingPage() {
  return (
    <WaitingPage
      title="Top 5 Trending Courses"
      subtitle="The five courses that students rate highest."
      sentence="No course has been rated yet."
      detail="As soon as the first review is in, its course appears here."
    />
  );
}
