import { useQuery } from '@tanstack/react-query';
import { nearestNames } from '../../../domains/courses/nearest.ts';
import { courseListQuery } from '../../../domains/courses/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { Catalogue } from '../use-catalogue.ts';

/** No course: a sentence, the names that are nearest to what was typed, and a way to clear. */
export const NothingFound = ({ catalogue }: { catalogue: Catalogue }) => {
  const { search, choice, clear, setTyped } = catalogue;
  const all = useQuery({ ...courseListQuery(''), enabled: search !== '' });
  if (search === '' && choice.category === null)
    return <EmptyState sentence="There is no course yet." detail="The first one appears here by itself." />;
  const near = nearestNames(search, all.data?.map((course) => course.course_name) ?? []);
  const where = choice.category === null ? '' : ` in ${choice.category}`;
  return (
    <EmptyState
      sentence={search === '' ? `No course${where} yet.` : `No course${where} is called “${search}”.`}
      detail={
        near.length > 0 && (
          <p>
            Nearest:{' '}
            {near.map((name, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <button
                  type="button"
                  onClick={() => setTyped(name)}
                  className="font-medium text-brand underline underline-offset-2"
                >
                  {name}
                </button>
              </span>
            ))}
          </p>
        )
      }
      action={
        <Button look="second" onClick={clear}>
          Clear the search
        </Button>
      }
    />
  );
};
