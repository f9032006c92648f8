import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { NavLink } from 'react-router-dom';
import { buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { moveFocusWithArrows } from '../../ui/move-focus-with-arrows.ts';
import { useDashboardLinks } from '../navigation/dashboard-links.ts';
import { LinkCount } from './link-count.tsx';
import { useDisclosure } from './use-disclosure.ts';

/**
 * A button that opens a list of links to the pages for the user's role. The list is not an ARIA menu: Tab and the arrow keys move
 * through the links. The list closes on Escape, on a click or focus elsewhere, and when the page changes.
 */
export const DashboardMenu = () => {
  const links = useDashboardLinks('header-bar');
  const { isOpen, containerProps, button, open, toggle } = useDisclosure<HTMLElement>();
  const id = useId();
  if (links.length === 0) return null;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    containerProps.onKeyDown(event);
    if (event.key === 'ArrowDown' && !isOpen) {
      event.preventDefault();
      open();
    } else if (isOpen) moveFocusWithArrows(event, 'a');
  };
  return (
    <nav {...containerProps} aria-label="Dashboard" className="relative" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
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
