import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useDashboardLinks } from '../navigation/links.ts';
import { LinkCount } from './link-count.tsx';

/**
 * The pages for the user's role: a button that opens a list of links. It is not an ARIA menu, so Tab moves through the links.
 * It closes on Escape, on a click or focus elsewhere, and when the page changes.
 */
export const DashboardMenu = () => {
  const links = useDashboardLinks('header-bar');
  const { key } = useLocation();
  const [openAtKey, setOpenAtKey] = useState<string | null>(null);
  const isOpen = openAtKey === key;
  const id = useId();
  const container = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !container.current?.contains(event.target)) setOpenAtKey(null);
    };
    addEventListener('pointerdown', onPointerDown);
    return () => removeEventListener('pointerdown', onPointerDown);
  }, [isOpen]);

  if (links.length === 0) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpenAtKey(null);
    button.current?.focus();
  };
  return (
    <nav
      ref={container}
      aria-label="Dashboard"
      className="relative"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null && !container.current?.contains(relatedTarget)) setOpenAtKey(null);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpenAtKey(isOpen ? null : key)}
        className={buttonClasses('quiet', 'small', 'gap-1.5')}
      >
        Dashboard
        <ChevronDown className={classNames('size-4 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <ul
        id={id}
        hidden={!isOpen}
        className="absolute top-full right-0 mt-2 min-w-56 rounded-card border border-hairline bg-surface p-1.5 shadow-card"
      >
        {links.map(({ to, name, count }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                classNames(
                  'flex min-h-10 items-center rounded-control px-3 text-sm hover:bg-brand-soft hover:text-brand',
                  isActive && 'bg-brand-soft font-medium text-brand',
                )
              }
            >
              {name}
              {count && <LinkCount {...count} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
};
