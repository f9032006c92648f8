import { ArrowDown, BookOpenCheck, type LucideIcon, Radio, Users } from 'lucide-react';
import { buttonClasses } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-heading.tsx';
import { ContinueSection } from './continue-section.tsx';
import { CourseTeaser } from './course-teaser.tsx';
import { HeroIllustration } from './hero-illustration.tsx';

const highlights: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: BookOpenCheck,
    title: 'Curated courses',
    text: 'Duration, difficulty and price are on every course page, before you enroll.',
  },
  {
    icon: Users,
    title: 'Instructors you can meet',
    text: 'See who teaches a course and what else they teach.',
  },
  {
    icon: Radio,
    title: 'Always up to date',
    text: 'New and changed courses appear on your open page at once. No reloading.',
  },
];

const Highlights = () => (
  <section aria-label="What to expect" className="border-t border-hairline bg-sunken">
    <ul className="page-width grid gap-10 py-16 sm:grid-cols-3 sm:py-20">
      {highlights.map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Icon className="size-7 text-gold" strokeWidth={1.6} />
          <h2 className="mt-4 font-serif text-xl font-semibold">{title}</h2>
          <p className="mt-2 max-w-prose text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

const Hero = ({ coursesId }: { coursesId: string }) => (
  <section className="border-b border-hairline">
    <div className="page-width grid items-center gap-10 py-14 sm:py-20 lg:grid-cols-[1.1fr_1fr] lg:gap-16 lg:py-24">
      <div>
        <h1 tabIndex={-1} className="font-serif text-hero font-semibold tracking-tight">
          Learn Smarter, <br />
          Achieve More
        </h1>
        <p className="mt-6 max-w-[34rem] text-lg text-muted">
          Curated courses, instructors who know their subject, and a community that learns with you. One
          module at a time.
        </p>
        <a href={`#${coursesId}`} className={buttonClasses('main', 'normal', 'mt-8 px-6')}>
          Explore Courses Below
          <ArrowDown className="size-4" />
        </a>
      </div>
      <HeroIllustration />
    </div>
  </section>
);

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
