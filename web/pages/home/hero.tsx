import { ArrowDown } from 'lucide-react';
import { buttonClasses } from '../../ui/button.tsx';
import { HeroIllustration } from './hero-illustration.tsx';

/** The banner of the home page. */
export const Hero = ({ coursesId }: { coursesId: string }) => (
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
