import { type ReactNode, useId } from 'react';

export const ProfileSection = ({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle?: string;
  children: ReactNode;
}) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="font-serif text-xl font-semibold tracking-tight sm:text-2xl">
        {title}
      </h2>
      {subtitle && <p className="mt-1 text-muted">{subtitle}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
};
