import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import {
  Award,
  BookOpen,
  FileText,
  ListChecks,
  LogOut,
  Play,
  StickyNote,
  SunMoon,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { maxSearchLength } from '#contract/fields/text.ts';
import { searchWords } from '#contract/fold-text.ts';
import { isPermitted } from '#contract/policies.ts';
import type { Certificate } from '#contract/schemas/certificates.ts';
import type { ListedCourse } from '#contract/schemas/courses.ts';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import type { Note } from '#contract/schemas/notes.ts';
import type { SubmittedQuiz } from '#contract/schemas/quizzes.ts';
import { asOfNoticeAtom } from '../../client/as-of.tsx';
import { getQuizPath, paths } from '../../client/paths.ts';
import { sessionAtom, userTypeAtom } from '../../client/session/session.ts';
import { useCertificates } from '../../domains/certificates/certificate-queries.ts';
import { courseKeys } from '../../domains/courses/course-keys.ts';
import { wholeCatalogue } from '../../domains/courses/course-queries.ts';
import { fetchCataloguePage } from '../../domains/courses/fetch-catalogue-page.ts';
import { useEnrolments } from '../../domains/enrolments/enrolment-queries.ts';
import { useNextModule } from '../../domains/enrolments/use-next-module.ts';
import { useNoteList } from '../../domains/notes/components/use-note-list.ts';
import { useMarkingList } from '../../domains/quizzes/quiz-queries.ts';
import { directoryQuery } from '../../domains/users/user-queries.ts';
import { cutText } from '../../ui/text/cut-text.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useDashboardLinks } from '../navigation/dashboard-links.ts';
import { type NavigationLink, publicLinks, visitorLinks } from '../navigation/public-links.ts';
import { chooseTheme, themes } from '../theme.ts';
import {
  containsWords,
  createFinder,
  maxEntriesPerGroup,
  type PaletteEntry,
  type PaletteGroup,
} from './palette-entries.ts';

const otherPages: readonly NavigationLink[] = [
  { to: paths.verify(), name: 'Verify a Certificate' },
  { to: paths.about, name: 'About Us' },
  { to: paths.faq, name: 'FAQ' },
  { to: paths.privacyPolicy, name: 'Privacy Policy' },
  { to: paths.termsOfService, name: 'Terms of Service' },
];

const usePages = (words: readonly string[]): PaletteGroup => {
  const navigate = useNavigate();
  const { status } = useAtomValue(sessionAtom);
  const dashboardLinks = useDashboardLinks('header-bar');
  const asOfNotice = useAtomValue(asOfNoticeAtom);
  const links = [
    ...publicLinks,
    ...dashboardLinks,
    ...(status === 'visitor' && asOfNotice === null ? visitorLinks : []),
    ...otherPages,
  ];
  const entries = links
    .filter(({ name }) => containsWords(words, name))
    .map(({ to, name }) => ({ id: to, name, icon: <FileText />, select: () => navigate(to) }));
  return { heading: 'Pages', entries };
};

/** Actions that are available on every page. The themes would fill the short list, so they appear only in a search. */
const useActions = (words: readonly string[], logOut: () => void): PaletteGroup => {
  const navigate = useNavigate();
  const { status } = useAtomValue(sessionAtom);
  const isAsOf = useAtomValue(asOfNoticeAtom) !== null;
  const nextModule = useNextModule();
  const entries: PaletteEntry[] = [];
  if (nextModule && !isAsOf)
    entries.push({
      id: 'resume',
      name: `Resume module ${nextModule.module}`,
      detail: nextModule.enrolment.course_name,
      icon: <Play />,
      select: () => navigate(paths.learnCourse(nextModule.enrolment._id, { module: nextModule.module })),
    });
  if (words.length > 0)
    for (const theme of themes)
      entries.push({
        id: `theme-${theme}`,
        name: `Use the ${theme} theme`,
        icon: <SunMoon />,
        select: () => chooseTheme(theme),
      });
  if (status === 'signed-in' && !isAsOf)
    entries.push({ id: 'log-out', name: 'Log out', hiddenWords: 'logout', icon: <LogOut />, select: logOut });
  const isMatch = ({ name, detail = '', hiddenWords = '' }: PaletteEntry) =>
    containsWords(words, name, detail, hiddenWords);
  return { heading: 'Actions', entries: entries.filter(isMatch) };
};

const maxSuggestions = 8;
/** Courses and people are searched when the user has not typed for this long. */
const paletteTypingPauseMs = 200;

/** Creates the query for the first courses that match the text; none match an empty text. */
const createSuggestionsQuery = (searchText: string) => {
  const search = searchText.trim();
  return queryOptions({
    queryKey: courseKeys.suggestions(search),
    queryFn: async ({ signal }): Promise<readonly ListedCourse[]> => {
      if (search === '') return [];
      const listing = { ...wholeCatalogue, search: search.slice(0, maxSearchLength) };
      return (await fetchCataloguePage(listing, { limit: maxSuggestions, signal })).data.courses;
    },
    placeholderData: keepPreviousData,
  });
};

export type PaletteGroups = { groups: readonly PaletteGroup[]; isFetching: boolean };
type FetchedGroup = { group: PaletteGroup; isFetching: boolean };

const useCourses = (searchText: string): FetchedGroup => {
  const navigate = useNavigate();
  const debouncedText = useDebounced(searchText, paletteTypingPauseMs);
  const { data = [], isFetching } = useQuery(createSuggestionsQuery(debouncedText));
  const entries = data.map(({ _id, course_name, course_code }) => ({
    id: _id,
    name: course_name,
    detail: course_code,
    icon: <BookOpen />,
    select: () => navigate(paths.courseDetails(_id)),
  }));
  return {
    group: { heading: 'Courses', entries },
    isFetching: isFetching || debouncedText.trim() !== searchText.trim(),
  };
};

const findQuizzes = createFinder((enrolment: EnrolledCourse) => [
  'Quiz',
  enrolment.course_name,
  enrolment.course_code,
]);

/** The quizzes of the courses that the student has started. */
const useQuizzes = (words: readonly string[]): PaletteGroup => {
  const navigate = useNavigate();
  const isAsOf = useAtomValue(asOfNoticeAtom) !== null;
  const started = useEnrolments().data?.filter((enrolment) => enrolment.started && !isAsOf);
  const found = findQuizzes(started, words);
  const entries = found.map((enrolment) => ({
    id: `quiz-${enrolment._id}`,
    name: `Quiz: ${enrolment.course_name}`,
    detail: enrolment.course_code,
    icon: <ListChecks />,
    select: () => navigate(getQuizPath(enrolment)),
  }));
  return { heading: 'Quizzes', entries };
};

const findQuizzesToMark = createFinder((quiz: SubmittedQuiz) => [
  'Quizzes to mark',
  quiz.courseName,
  quiz.code,
  quiz.userName,
]);

/** The written quizzes that are waiting for the user's marks. Only the loaded pages of their list are searched. */
const useQuizzesToMark = (words: readonly string[], isEnabled: boolean): FetchedGroup => {
  const navigate = useNavigate();
  const isAsOf = useAtomValue(asOfNoticeAtom) !== null;
  const { data, isLoading } = useMarkingList('waiting', isEnabled);
  const found = findQuizzesToMark(isAsOf ? undefined : data, words);
  const entries = found.map(({ _id, courseName, userName }) => ({
    id: `mark-${_id}`,
    name: `Mark the quiz of ${userName}`,
    detail: courseName,
    icon: <ListChecks />,
    select: () => navigate(paths.markQuiz(_id)),
  }));
  return { group: { heading: 'Quizzes to mark', entries }, isFetching: isLoading };
};

/** The palette shows at most this much of a note. */
const maxNoteCharacters = 80;

const findNotes = createFinder((note: Note) => [note.notes, note.courseName]);

const useNotes = (words: readonly string[], searchText: string): PaletteGroup => {
  const navigate = useNavigate();
  const { notes } = useNoteList();
  const found = findNotes(notes, words);
  const entries = found.map(({ _id, notes: text, courseName }) => ({
    id: `note-${_id}`,
    name: cutText(text.replace(/\s+/g, ' '), maxNoteCharacters),
    detail: courseName,
    icon: <StickyNote />,
    select: () => navigate(`${paths.myNotes}?${new URLSearchParams({ search: searchText.trim() })}`),
  }));
  return { heading: 'Notes', entries };
};

const findCertificates = createFinder((certificate: Certificate) => [
  'Certificate',
  certificate.courseName,
  certificate.number,
]);

const useOwnCertificates = (words: readonly string[]): PaletteGroup => {
  const navigate = useNavigate();
  const found = findCertificates(useCertificates().data, words);
  const entries = found.map(({ number, courseName }) => ({
    id: `certificate-${number}`,
    name: `Certificate: ${courseName}`,
    detail: number,
    icon: <Award />,
    select: () => navigate(paths.verify(number)),
  }));
  return { heading: 'Certificates', entries };
};

const usePeople = (searchText: string, isEnabled: boolean): FetchedGroup => {
  const navigate = useNavigate();
  const search = useDebounced(searchText, paletteTypingPauseMs).trim();
  const { data, isFetching } = useQuery({
    ...directoryQuery({ search }, 1, maxEntriesPerGroup),
    enabled: isEnabled && search !== '',
    placeholderData: keepPreviousData,
  });
  const found = isEnabled ? (data?.users ?? []) : [];
  const entries = found.map(({ _id, name, email, userType }) => ({
    id: `person-${_id}`,
    name,
    detail: userType,
    icon: <UserRound />,
    select: () => navigate(paths.users, { state: { filter: email } }),
  }));
  return { group: { heading: 'People', entries }, isFetching };
};

/**
 * People and quizzes to mark. When an Admin reads these lists, the reading is recorded, so they are fetched only on the Admin's
 * request, not when the Admin looks for a page or a theme.
 */
const useRecordedLists = (words: readonly string[], searchText: string): PaletteGroups => {
  const [isRequested, setRequested] = useState(false);
  const isReadingRecorded = isPermitted(useAtomValue(userTypeAtom), 'user.list');
  const toMark = useQuizzesToMark(words, !isReadingRecorded || isRequested);
  const people = usePeople(searchText, isReadingRecorded && isRequested);
  if (!isReadingRecorded || isRequested)
    return { groups: [toMark.group, people.group], isFetching: toMark.isFetching || people.isFetching };
  const requestEntry: PaletteEntry = {
    id: 'search-people',
    name: 'Search people and quizzes to mark',
    icon: <UserRound />,
    select: () => setRequested(true),
    keepsOpen: true,
  };
  return { groups: [{ heading: 'People', entries: [requestEntry] }], isFetching: false };
};

/** The groups that are searched for every text, short or long. */
const useBasicGroups = (searchText: string, logOut: () => void) => {
  const words = searchWords(searchText);
  const { group: courses, isFetching } = useCourses(searchText);
  return { courses, pages: usePages(words), actions: useActions(words, logOut), isFetching };
};

/** The results for an empty or very short text, for which notes, quizzes, certificates and people are not searched. */
export const useShortSearch = (searchText: string, logOut: () => void): PaletteGroups => {
  const { courses, pages, actions, isFetching } = useBasicGroups(searchText, logOut);
  return { groups: [courses, pages, actions], isFetching };
};

/** The results for a longer text, including records that are not public. */
export const useFullSearch = (searchText: string, logOut: () => void): PaletteGroups => {
  const words = searchWords(searchText);
  const quizzes = useQuizzes(words);
  const notes = useNotes(words, searchText);
  const certificates = useOwnCertificates(words);
  const recorded = useRecordedLists(words, searchText);
  const { courses, pages, actions, isFetching } = useBasicGroups(searchText, logOut);
  return {
    groups: [courses, quizzes, notes, certificates, pages, actions, ...recorded.groups],
    isFetching: isFetching || recorded.isFetching,
  };
};
