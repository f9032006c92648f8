import { usePageTitle } from '../../ui/page-heading.tsx';
import { CourseTeaser } from './components/course-teaser.tsx';
import { Hero } from './components/hero.tsx';
import { Promises } from './components/promises.tsx';

export default function HomePage() {
  usePageTitle('Learn Smarter, Achieve More');
  return (
    <>
      <Hero coursesId="courses" />
      <CourseTeaser id="courses" />
      <Promises />
    </>
  );
}
