import { Dialog } from '@base-ui/react/dialog';
import { Command } from 'cmdk';
import { useAtom } from 'jotai';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useLogout } from '../logout/logout-button.tsx';
import type { PaletteEntry } from './palette-entries.ts';
import { isPaletteOpenAtom } from './palette-open.ts';
import { type PaletteGroups, useFullSearch, useShortSearch } from './use-palette-groups.tsx';

const Result = ({
  entry: { id, name, detail, icon, select, keepsOpen },
  close,
}: {
  entry: PaletteEntry;
  close: () => void;
}) => (
  <Command.Item
    value={id}
    onSelect={() => {
      if (!keepsOpen) close();
      select();
    }}
    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm data-[selected=true]:bg-brand-soft data-[selected=true]:text-brand"
  >
    <span aria-hidden="true" className="shrink-0 text-muted *:size-4">
      {icon}
    </span>
    <span className="truncate">{name}</span>
    {detail !== undefined && (
      <span className="ml-auto max-w-[45%] shrink-0 truncate text-xs text-muted">{detail}</span>
    )}
  </Command.Item>
);

const groupClasses =
  '**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-3 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-muted';

type SearchProps = {
  searchText: string;
  close: () => void;
  logOut: () => void;
  /** Called with the id of the first result when it changes; undefined if there is none. */
  onFirstChange: (id: string | undefined) => void;
  /** Called when the text that is shown instead of results changes; '' if there are results. */
  onMessageChange: (message: string) => void;
};

const ResultGroups = ({
  groups,
  isFetching,
  searchText,
  close,
  onFirstChange,
  onMessageChange,
}: PaletteGroups & Omit<SearchProps, 'logOut'>) => {
  const firstId = groups.find(({ entries }) => entries.length > 0)?.entries[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed text selects the first result again
  useEffect(() => onFirstChange(firstId), [firstId, searchText, onFirstChange]);
  const message = isFetching ? 'Searching…' : `No results for “${searchText.trim()}”.`;
  const shownMessage = firstId === undefined ? message : '';
  useEffect(() => onMessageChange(shownMessage), [shownMessage, onMessageChange]);
  return (
    <>
      {groups
        .filter(({ entries }) => entries.length > 0)
        .map(({ heading, entries }) => (
          <Command.Group key={heading} heading={heading} className={groupClasses}>
            {entries.map((entry) => (
              <Result key={entry.id} entry={entry} close={close} />
            ))}
          </Command.Group>
        ))}
    </>
  );
};

const ShortResults = ({ logOut, ...props }: SearchProps) => (
  <ResultGroups {...useShortSearch(props.searchText, logOut)} {...props} />
);

const FullResults = ({ logOut, ...props }: SearchProps) => (
  <ResultGroups {...useFullSearch(props.searchText, logOut)} {...props} />
);

const movingKeys: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End']);

/**
 * The selected result. Groups arrive one after the other. Until the user moves the selection, it follows the first result. Otherwise Enter
 * could open a result that is no longer the first one.
 */
const useSelection = () => {
  const [selected, setSelected] = useState('');
  const hasMoved = useRef(false);
  return {
    commandProps: {
      value: selected,
      onValueChange: setSelected,
      onKeyDown: ({ key, ctrlKey }: KeyboardEvent) => {
        // cmdk also moves the selection on Ctrl+N, Ctrl+J, Ctrl+P and Ctrl+K.
        if (movingKeys.has(key) || ctrlKey) hasMoved.current = true;
      },
      onPointerMove: () => {
        hasMoved.current = true;
      },
    },
    onType: () => {
      hasMoved.current = false;
    },
    onFirstChange: useCallback((id: string | undefined) => {
      if (!hasMoved.current) setSelected(id ?? '');
    }, []),
  };
};

/** A shorter text would match nearly all private data, so it searches only courses, pages and actions. */
const minCharacters = 2;

const Content = ({ close, logOut }: Pick<SearchProps, 'close' | 'logOut'>) => {
  const { commandProps, onType, onFirstChange } = useSelection();
  const [searchText, setSearchText] = useState('');
  const [message, setMessage] = useState('');
  const Results = searchText.trim().length < minCharacters ? ShortResults : FullResults;
  return (
    <Command shouldFilter={false} label="Search or jump to" loop {...commandProps}>
      <div className="flex items-center gap-3 border-b border-hairline px-4">
        <Search className="size-4.5 shrink-0 text-muted" />
        <Command.Input
          value={searchText}
          onValueChange={(text) => {
            onType();
            setSearchText(text);
          }}
          placeholder="Search or jump to…"
          className="h-14 w-full bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Dialog.Close className="min-h-6 rounded-control border border-hairline px-2 py-1 text-xs text-muted hover:text-ink">
          Close
        </Dialog.Close>
      </div>
      <Command.List
        label="Results"
        className="max-h-[min(24rem,60vh)] overflow-y-auto overscroll-contain p-2"
      >
        <Results
          searchText={searchText}
          close={close}
          logOut={logOut}
          onFirstChange={onFirstChange}
          onMessageChange={setMessage}
        />
      </Command.List>
      {/* Outside of the list, which may contain only options. Always rendered, so that screen readers announce its changes. */}
      <p role="status" className="px-3 py-8 text-center text-sm text-muted empty:hidden">
        {message}
      </p>
    </Command>
  );
};

export default function Palette() {
  const [isOpen, setOpen] = useAtom(isPaletteOpenAtom);
  const logout = useLogout();
  return (
    <>
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil" />
          <Dialog.Popup className="fixed inset-x-4 top-[12vh] z-40 mx-auto max-w-xl overflow-hidden rounded-card border border-hairline bg-surface shadow-card">
            <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
            <Content close={() => setOpen(false)} logOut={() => void logout.start()} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      {logout.dialog}
    </>
  );
}
