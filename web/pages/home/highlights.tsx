import { BookOpenCheck, type LucideIcon, Radio, Users } from 'lucide-react';

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

/** Three selling points of the platform. */
export const Highlights = () => (
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
