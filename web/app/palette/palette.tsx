import { Dialog } from '@base-ui/react/dialog';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useAtom, useAtomValue } from 'jotai';
import { BookOpen, FileText, Search, SunMoon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { courseList } from '#contract/schemas/courses.ts';
import { get } from '../../client/api/get.ts';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import { paths } from '../../client/paths.ts';
import { sessionAtom } from '../../client/session/session.ts';
import { courseKeys } from '../../domains/courses/course-live.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { type NavigationLink, publicLinks, useDashboardLinks, visitorLinks } from '../navigation/links.ts';
import { chooseTheme, themes } from '../theme.ts';
import { paletteOpenAtom } from './palette-open.ts';

const resources: readonly NavigationLink[] = [
  { to: paths.verify(), name: 'Verify a Certificate' },
  { to: paths.about, name: 'About Us' },
  { to: paths.faq, name: 'FAQ' },
  { to: paths.privacyPolicy, name: 'Privacy Policy' },
  { to: paths.termsOfService, name: 'Terms of Service' },
];

const usePalettePages = (): readonly NavigationLink[] => {
  const { status } = useAtomValue(sessionAtom);
  const dashboardLinks = useDashboardLinks('header-bar');
  const asOfNotice = useAtomValue(asOfNoticeAtom);
  return [
    ...publicLinks,
    ...dashboardLinks,
    ...(status === 'visitor' && asOfNotice === null ? visitorLinks : []),
    ...resources,
  ];
};

/** The first eight courses that match the text; none for an empty text. */
const courseSuggestions = (searchText: string) => {
  const search = searchText.trim();
  return queryOptions({
    queryKey: [...courseKeys.all, 'suggestions', search],
    queryFn: ({ signal }) =>
      search === ''
        ? []
        : get('/courses', courseList, { query: { searchParams: search.slice(0, 200), limit: 8 }, signal }),
    placeholderData: keepPreviousData,
  });
};

const ResultRow = ({
  icon,
  value,
  onSelect,
  children,
}: {
  icon: ReactNode;
  value: string;
  onSelect: () => void;
  children: ReactNode;
}) => (
  <Command.Item
    value={value}
    onSelect={onSelect}
    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm data-[selected=true]:bg-brand-soft data-[selected=true]:text-brand"
  >
    <span aria-hidden="true" className="shrink-0 text-muted *:size-4">
      {icon}
    </span>
    {children}
  </Command.Item>
);

const groupClasses =
  '**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-3 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-muted';

const matches = (name: string, searchText: string) =>
  name.toLowerCase().includes(searchText.trim().toLowerCase());

const Results = ({ searchText, close }: { searchText: string; close: () => void }) => {
  const navigate = useNavigate();
  const goTo = (to: string) => () => {
    close();
    navigate(to);
  };
  const pages = usePalettePages().filter(({ name }) => matches(name, searchText));
  const { data: courses = [], isFetching } = useQuery(courseSuggestions(useDebounced(searchText, 200)));
  const matchingThemes =
    searchText.trim() === '' ? [] : themes.filter((theme) => matches(`${theme} theme`, searchText));
  const isEmpty = pages.length + courses.length + matchingThemes.length === 0;
  return (
    <Command.List label="Results" className="max-h-[min(24rem,60vh)] overflow-y-auto overscroll-contain p-2">
      {isEmpty && (
        <p className="px-3 py-8 text-center text-sm text-muted">
          {isFetching ? 'Searching…' : `No results for “${searchText.trim()}”.`}
        </p>
      )}
      {courses.length > 0 && (
        <Command.Group heading="Courses" className={groupClasses}>
          {courses.map((course) => (
            <ResultRow
              key={course._id}
              value={course._id}
              icon={<BookOpen />}
              onSelect={goTo(paths.courseDetails(course._id))}
            >
              <span className="truncate">{course.course_name}</span>
              <span className="ml-auto shrink-0 text-xs text-muted">{course.course_code}</span>
            </ResultRow>
          ))}
        </Command.Group>
      )}
      {pages.length > 0 && (
        <Command.Group heading="Pages" className={groupClasses}>
          {pages.map(({ to, name }) => (
            <ResultRow key={to} value={to} icon={<FileText />} onSelect={goTo(to)}>
              {name}
            </ResultRow>
          ))}
        </Command.Group>
      )}
      {matchingThemes.length > 0 && (
        <Command.Group heading="Theme" className={groupClasses}>
          {matchingThemes.map((theme) => (
            <ResultRow
              key={theme}
              value={`theme-${theme}`}
              icon={<SunMoon />}
              onSelect={() => {
                chooseTheme(theme);
                close();
              }}
            >
              Use the {theme} theme
            </ResultRow>
          ))}
        </Command.Group>
      )}
    </Command.List>
  );
};

const Content = ({ close }: { close: () => void }) => {
  const [searchText, setSearchText] = useState('');
  return (
    <Command shouldFilter={false} label="Search courses and pages" loop>
      <div className="flex items-center gap-3 border-b border-hairline px-4">
        <Search className="size-4.5 shrink-0 text-muted" />
        <Command.Input
          value={searchText}
          onValueChange={setSearchText}
          placeholder="Search courses and pages"
          className="h-14 w-full bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Dialog.Close className="rounded-control border border-hairline px-2 py-1 text-xs text-muted hover:text-ink">
          Close
        </Dialog.Close>
      </div>
      <Results searchText={searchText} close={close} />
    </Command>
  );
};

export default function Palette() {
  const [open, setOpen] = useAtom(paletteOpenAtom);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Popup className="fixed inset-x-4 top-[12vh] z-40 mx-auto max-w-xl overflow-hidden rounded-card border border-hairline bg-surface shadow-card">
          <Dialog.Title className="sr-only">Search courses and pages</Dialog.Title>
          <Content close={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
