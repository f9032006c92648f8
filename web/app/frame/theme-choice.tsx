import { useAtomValue } from 'jotai';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { isHydratedAtom } from '../../client/hydration.ts';
import { classNames } from '../../ui/class-names.ts';
import { chooseTheme, chosenThemeAtom, themes } from '../theme.ts';

const options = {
  system: { name: 'System', icon: Monitor },
  light: { name: 'Light', icon: Sun },
  dark: { name: 'Dark', icon: Moon },
} as const;

export const ThemeChoice = ({ className }: { className?: string }) => {
  const stored = useAtomValue(chosenThemeAtom);
  const chosen = useAtomValue(isHydratedAtom) ? stored : 'system';
  const name = useId();
  return (
    <fieldset className={classNames('inline-flex rounded-control border border-control p-0.5', className)}>
      <legend className="sr-only">Theme</legend>
      {themes.map((theme) => {
        const { name: label, icon: Icon } = options[theme];
        return (
          <label
            key={theme}
            className="flex min-h-9 grow cursor-pointer items-center justify-center gap-1.5 rounded-[6px] px-2.5 text-sm text-muted hover:text-ink has-checked:bg-brand-soft has-checked:font-medium has-checked:text-brand has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              value={theme}
              checked={chosen === theme}
              onChange={() => chooseTheme(theme)}
              className="sr-only"
            />
            <Icon className="size-4" />
            {label}
          </label>
        );
      })}
    </fieldset>
  );
};
