import { Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../client/paths.ts';
import { Logo } from './logo.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const resourceLinks = [
  { to: paths.about, name: 'About Us' },
  { to: paths.faq, name: 'FAQ' },
  { to: paths.privacyPolicy, name: 'Privacy Policy' },
  { to: paths.termsOfService, name: 'Terms of Service' },
];

const socialLinks = [
  { href: 'https://www.facebook.com/', name: 'Facebook' },
  { href: 'https://x.com/', name: 'X' },
  { href: 'https://www.instagram.com/', name: 'Instagram' },
  { href: 'https://www.linkedin.com/', name: 'LinkedIn' },
];

const linkClasses = 'inline-flex min-h-8 items-center gap-2 text-muted hover:text-brand hover:underline';

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="text-sm font-semibold">{title}</h2>
    <ul className="mt-2 text-sm">{children}</ul>
  </section>
);

export const Footer = () => (
  <footer className="border-t border-hairline bg-sunken">
    <div className="page-width grid grid-cols-2 gap-x-6 gap-y-10 py-12 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
      <div className="col-span-2 sm:col-span-3 lg:col-span-1">
        <Logo />
        <p className="mt-3 max-w-xs text-sm text-muted">Learn online at your own pace.</p>
      </div>
      <Group title="Follow Us">
        {socialLinks.map(({ href, name }) => (
          <li key={href}>
            <a href={href} rel="noreferrer" className={linkClasses}>
              {name}
            </a>
          </li>
        ))}
      </Group>
      <Group title="Resources">
        {resourceLinks.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} className={linkClasses}>
              {name}
            </Link>
          </li>
        ))}
      </Group>
      <Group title="Contact Us">
        <li>
          <a href="mailto:support@lyceum.example" className={linkClasses}>
            <Mail className="size-4 shrink-0" />
            support@lyceum.example
          </a>
        </li>
        <li>
          <a href="tel:+15550100" className={linkClasses}>
            <Phone className="size-4 shrink-0" />
            +1 555 0100
          </a>
        </li>
      </Group>
    </div>
    <div className="border-t border-hairline">
      <div className="page-width flex flex-wrap items-center justify-between gap-4 py-5 text-sm text-muted">
        {/* The page may have been rendered in the previous year. */}
        <p suppressHydrationWarning>© {new Date().getFullYear()} Lyceum. All rights reserved.</p>
        <ThemeChoice />
      </div>
    </div>
  </footer>
);
