import { useState } from 'react';
import { classNames } from './class-names.ts';

/** Returns the first character as a whole, even if it has two code units. */
const getFirstCharacter = (word = '') => [...word][0] ?? '';

const getInitials = (name: string) => {
  const words = name.trim().split(/\s+/);
  const firstInitial = getFirstCharacter(words[0]);
  const lastInitial = words.length > 1 ? getFirstCharacter(words.at(-1)) : '';
  return `${firstInitial}${lastInitial}`.toUpperCase() || '?';
};

/** A user's picture, or their initials if there is none or it fails to load. Decorative: show the name next to it. */
export const Avatar = ({
  name,
  url,
  className,
}: {
  name: string;
  url: string | null;
  className?: string;
}) => {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const shape = classNames('shrink-0 rounded-full', className ?? 'size-8 text-xs');
  if (!url || failedUrl === url)
    return (
      <span
        aria-hidden="true"
        className={classNames('grid place-items-center bg-brand-soft font-semibold text-brand', shape)}
      >
        {getInitials(name)}
      </span>
    );
  return (
    <img
      src={url}
      alt=""
      referrerPolicy="no-referrer"
      loading="lazy"
      onError={() => setFailedUrl(url)}
      className={classNames('bg-sunken object-cover', shape)}
    />
  );
};
