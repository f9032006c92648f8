import { usePageTitle } from '../../ui/page-heading.tsx';
import { Continue } from './components/continue.tsx';
import { CourseTeaser } from './components/course-teaser.tsx';
import { Hero } from './components/hero.tsx';
import { Promises } from './components/promises.tsx';

export default function HomePage() {
  usePageTitle('Learn Smarter, Achieve More');
  return (
    <>
      <Continue />
      <Hero coursesId="courses" />
      <CourseTeaser id="courses" />
      <Promises />
    </>
  );
}
