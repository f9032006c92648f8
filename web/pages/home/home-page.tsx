import { usePageTitle } from '../../ui/page-heading.tsx';
import { ContinueSection } from './continue-section.tsx';
import { CourseTeaser } from './course-teaser.tsx';
import { Hero } from './hero.tsx';
import { Highlights } from './highlights.tsx';

export default function HomePage() {
  usePageTitle('Learn Smarter, Achieve More');
  return (
    <>
      <ContinueSection />
      <Hero coursesId="courses" />
      <CourseTeaser id="courses" />
      <Highlights />
    </>
  );
}
