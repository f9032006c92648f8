import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { typingPauseMs, useDebounced } from './use-debounced.ts';
import { useIsLeaving } from './use-is-leaving.ts';

const maxLength = 200;

/**
 * Reads and writes the query of the URL. `put` sets parameters and replaces the history entry; an empty value removes its parameter.
 * The parameters are set in the query that the URL has now, which the page may not have rendered yet. While the user is leaving the
 * page, `put` does nothing.
 */
export const useQueryParams = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const put = (values: Record<string, string>) => {
    if (isLeaving()) return;
    const params = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(values))
      if (value === '') params.delete(name);
      else params.set(name, value);
    void navigate({ search: params.toString() }, { replace: true });
  };
  return { query, put };
};

/**
 * Keeps a text input in sync with a query parameter of the URL: the text is written after a pause in typing, and browser
 * navigation changes the text.
 * @param name the name of the query parameter.
 */
export const useQueryText = (name: string) => {
  const { query, put } = useQueryParams();
  const urlText = (query.get(name) ?? '').slice(0, maxLength);
  const [text, setTextState] = useState(urlText);
  const debounced = useDebounced(text, typingPauseMs);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the debounced text changes the URL
  useEffect(() => {
    if (debounced === text && debounced !== urlText) put({ [name]: debounced });
  }, [debounced]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the URL sets the text
  useEffect(() => {
    // React runs this effect late, perhaps just after the next keystroke, whose text must stay.
    if (debounced === text) setTextState((current) => (current === text ? urlText : current));
  }, [urlText]);

  return {
    text,
    setText: (newText: string) => setTextState(newText.slice(0, maxLength)),
    urlText,
    /** Whether the user has paused, so that the URL contains the text. */
    isSettled: debounced === text,
  };
};
