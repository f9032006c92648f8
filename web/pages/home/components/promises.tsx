import { BookOpenCheck, type LucideIcon, Radio, Users } from 'lucide-react';

const promises: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: BookOpenCheck,
    title: 'Curated courses',
    text: 'Every course says what it asks of you before you begin: how long, how hard, at what price.',
  },
  {
    icon: Users,
    title: 'Instructors by name',
    text: 'You see who teaches a course, and what else they teach.',
  },
  {
    icon: Radio,
    title: 'A place that is alive',
    text: 'When a course is added or changed, your open page shows it at once. No reloading.',
  },
];

/** Three sentences on what can be expected here. */
export const Promises = () => (
  <section aria-label="What to expect" className="border-t border-hairline bg-sunken">
    <ul className="page-width grid gap-10 py-16 sm:grid-cols-3 sm:py-20">
      {promises.map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Icon className="size-7 text-gold" strokeWidth={1.6} aria-hidden="true" />
          <h2 className="mt-4 font-serif text-xl font-semibold">{title}</h2>
          <p className="mt-2 max-w-prose text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
);
