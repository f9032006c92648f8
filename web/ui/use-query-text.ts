import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useDebounced } from './use-debounced.ts';

/** How long a person must pause before the text moves to the address, in milliseconds. */
const pauseMs = 250;
const longest = 200;

/** Puts values into the query of the address, in place of the entry of the history; an empty one takes its name out. */
export const useQueryParams = () => {
  const [query, setQuery] = useSearchParams();
  const put = (values: Record<string, string>) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return { query, put };
};

/**
 * A text that is being typed and, once it has settled, stands in the address; back, forward and links move it.
 * @param name of the value in the address's query.
 */
export const useQueryText = (name: string) => {
  const { query, put } = useQueryParams();
  const inAddress = (query.get(name) ?? '').slice(0, longest);
  const [typed, setTyped] = useState(inAddress);
  const settled = useDebounced(typed, pauseMs);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a text that has settled moves the address
  useEffect(() => {
    if (settled === typed && settled !== inAddress) put({ [name]: settled });
  }, [settled]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what changed, not the text
  useEffect(() => {
    if (settled === typed) setTyped(inAddress);
  }, [inAddress]);

  return {
    typed,
    setTyped: (text: string) => setTyped(text.slice(0, longest)),
    inAddress,
    settled: settled === typed,
  };
};
