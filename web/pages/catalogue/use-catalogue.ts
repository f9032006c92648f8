import { useQuery } from '@tanstack/react-query';
import { courseListQuery } from '../../domains/courses/queries.ts';
import { useAddressQuery, useTextInAddress } from '../../ui/use-text-in-address.ts';
import { type Choice, choiceFrom, chosen } from './choice.ts';

/** The state of the catalogue: the text being typed, what it found, the choice, and how to change them. */
export const useCatalogue = () => {
  const { query, put } = useAddressQuery();
  const { typed, setTyped, inAddress, settled } = useTextInAddress('search');
  const choice = choiceFrom(query);
  const result = useQuery(courseListQuery(inAddress.trim()));
  return {
    typed,
    setTyped,
    search: inAddress.trim(),
    choice,
    choose: (change: Partial<Choice>) => {
      if (change.category !== undefined) put({ category: change.category ?? '' });
      if (change.order !== undefined) put({ sort: change.order === 'match' ? '' : change.order });
    },
    clear: () => {
      setTyped('');
      put({ search: '', category: '', sort: '' });
    },
    result,
    courses: chosen(result.data ?? [], choice),
    /** Old results are shown while new ones are on their way. */
    waiting: result.isPlaceholderData || !settled,
  };
};
export type Catalogue = ReturnType<typeof useCatalogue>;
