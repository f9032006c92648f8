import { useQuery } from '@tanstack/react-query';
import { courseListQuery } from '../../../domains/courses/course-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { nearestNames } from '../nearest-names.ts';
import type { Catalogue } from '../use-catalogue.ts';

/** Shown if no course matches: suggests similar names and a button to clear the filter. */
export const NothingFound = ({ catalogue }: { catalogue: Catalogue }) => {
  const { search, filter, clear, setText } = catalogue;
  const all = useQuery({ ...courseListQuery(''), enabled: search !== '' });
  if (search === '' && filter.category === null)
    return <EmptyState sentence="No courses yet." detail="New courses appear here automatically." />;
  const suggestions = nearestNames(search, all.data?.map((course) => course.course_name) ?? []);
  const where = filter.category === null ? '' : ` in ${filter.category}`;
  return (
    <EmptyState
      sentence={search === '' ? `No courses${where} yet.` : `No courses${where} match “${search}”.`}
      detail={
        suggestions.length > 0 && (
          <p>
            Did you mean:{' '}
            {suggestions.map((name, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <button
                  type="button"
                  onClick={() => setText(name)}
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
          Clear filters
        </Button>
      }
    />
  );
};
