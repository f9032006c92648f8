import { useState } from 'react';
import { classNames } from './class-names.ts';

/** The first letters of the first and the last name, as people shorten themselves. */
const initialsOf = (name: string) => {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toUpperCase() || '?';
};

/** A person's picture, or their initials where there is none or it does not load. Decorative: the name stands beside it. */
export const Avatar = ({
  name,
  url,
  className,
}: {
  name: string;
  url: string | null;
  className?: string;
}) => {
  const [broken, setBroken] = useState<string | null>(null);
  const round = classNames('shrink-0 rounded-full', className ?? 'size-8 text-xs');
  if (!url || broken === url)
    return (
      <span
        aria-hidden="true"
        className={classNames('grid place-items-center bg-brand-soft font-semibold text-brand', round)}
      >
        {initialsOf(name)}
      </span>
    );
  return (
    <img
      src={url}
      alt=""
      referrerPolicy="no-referrer"
      loading="lazy"
      onError={() => setBroken(url)}
      className={classNames('bg-sunken object-cover', round)}
    />
  );
};
