import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { courseListQuery } from '../../lib/courses/queries.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { type Choice, choiceFrom, chosen } from './choice.ts';

/** How long a person must pause before the text is searched, in milliseconds. */
const pauseMs = 250;
const longest = 200;

/** The state of the catalogue: the text being typed, what it found, the choice, and how to change them. */
export const useCatalogue = () => {
  const [query, setQuery] = useSearchParams();
  const inAddress = (query.get('search') ?? '').slice(0, longest);
  const [typed, setTyped] = useState(inAddress);
  const settled = useSettled(typed, pauseMs);

  const put = (name: string, value: string) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a text that has settled moves the address
  useEffect(() => {
    if (settled === typed && settled !== inAddress) put('search', settled);
  }, [settled]);

  // Back, forward or a link changed the address: the box follows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what changed, not the text
  useEffect(() => {
    if (settled === typed) setTyped(inAddress);
  }, [inAddress]);

  const choice = choiceFrom(query);
  const result = useQuery(courseListQuery(inAddress.trim()));
  return {
    typed,
    setTyped: (text: string) => setTyped(text.slice(0, longest)),
    search: inAddress.trim(),
    choice,
    choose: (change: Partial<Choice>) => {
      if (change.category !== undefined) put('category', change.category ?? '');
      if (change.order !== undefined) put('sort', change.order === 'match' ? '' : change.order);
    },
    clear: () => {
      setTyped('');
      setQuery({}, { replace: true, preventScrollReset: true });
    },
    result,
    courses: chosen(result.data ?? [], choice),
    /** Old results are shown while new ones are on their way. */
    waiting: result.isPlaceholderData || settled !== typed,
  };
};
export type Catalogue = ReturnType<typeof useCatalogue>;
