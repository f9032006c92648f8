import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useDashboardLinks } from '../navigation/own-links.ts';

/**
 * The pages of a person's role: a button that unfolds a list of links (links, not a menu of commands, so Tab goes through
 * them as anywhere). Folds on Escape, on a click or focus elsewhere, and when the page changes.
 */
export const DashboardMenu = () => {
  const links = useDashboardLinks('bar');
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === key;
  const id = useId();
  const whole = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !whole.current?.contains(event.target)) setOpenAt(null);
    };
    addEventListener('pointerdown', onPress);
    return () => removeEventListener('pointerdown', onPress);
  }, [open]);

  if (links.length === 0) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpenAt(null);
    button.current?.focus();
  };
  return (
    <nav
      ref={whole}
      aria-label="Dashboard"
      className="relative"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null && !whole.current?.contains(relatedTarget)) setOpenAt(null);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpenAt(open ? null : key)}
        className={buttonClasses('quiet', 'small', 'gap-1.5')}
      >
        Dashboard
        <ChevronDown
          aria-hidden="true"
          className={classNames('size-4 transition-transform', open && 'rotate-180')}
        />
      </button>
      <ul
        id={id}
        hidden={!open}
        className="absolute top-full right-0 mt-2 min-w-56 rounded-card border border-hairline bg-surface p-1.5 shadow-card"
      >
        {links.map(({ to, name }) => (
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
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
};
