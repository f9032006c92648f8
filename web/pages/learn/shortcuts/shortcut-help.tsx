import { Dialog } from '@base-ui/react/dialog';
import { useAtom } from 'jotai';
import { Keyboard, X } from 'lucide-react';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { shortcuts, shortcutsEnabledAtom } from './shortcuts.ts';

const ShortcutTable = () => (
  <table className="mt-4 w-full text-left">
    <caption className="sr-only">Keyboard shortcuts</caption>
    <thead className="sr-only">
      <tr>
        <th scope="col">Key</th>
        <th scope="col">Action</th>
      </tr>
    </thead>
    <tbody>
      {shortcuts.map(({ key, description }) => (
        <tr key={key} className="border-b border-hairline last:border-b-0">
          <th scope="row" className="w-16 py-2.5 font-normal">
            <kbd className="inline-grid min-w-8 place-items-center rounded-control border border-control bg-sunken px-2 py-0.5 font-sans text-sm font-semibold">
              {key}
            </kbd>
          </th>
          <td className="py-2.5">{description}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const ShortcutSwitch = () => {
  const [areEnabled, setEnabled] = useAtom(shortcutsEnabledAtom);
  return (
    <label className="mt-4 flex min-h-11 cursor-pointer items-center gap-3 font-medium">
      <input
        type="checkbox"
        checked={areEnabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
        className="size-5 shrink-0 accent-brand"
      />
      Use keyboard shortcuts on lesson pages
    </label>
  );
};

export const ShortcutHelp = ({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => (
  <Dialog.Root open={open} onOpenChange={onOpenChange}>
    <Dialog.Trigger className={buttonClasses('quiet', 'small')}>
      <Keyboard className="size-4" />
      Shortcuts
    </Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Backdrop className="fixed inset-0 z-50 bg-veil" />
      <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
        <Dialog.Popup className="relative w-full max-w-md rounded-card border border-hairline bg-surface p-6 shadow-card">
          <Dialog.Title className="pr-10 font-serif text-2xl font-semibold">Keyboard shortcuts</Dialog.Title>
          <Dialog.Description className="mt-2 text-muted">
            Shortcuts are off while you type.
          </Dialog.Description>
          <ShortcutTable />
          <ShortcutSwitch />
          <Dialog.Close
            aria-label="Close"
            className="absolute top-4 right-4 grid size-11 place-items-center rounded-control hover:bg-brand-soft hover:text-brand"
          >
            <X className="size-5" />
          </Dialog.Close>
          <div className="mt-6 text-right">
            <Dialog.Close render={<Button>Done</Button>} />
          </div>
        </Dialog.Popup>
      </Dialog.Viewport>
    </Dialog.Portal>
  </Dialog.Root>
);
