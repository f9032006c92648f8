import type { DescribePage } from '../../client-files/page-description.ts';
import type { QueryHandlerDependencies } from '../../query-handler/query-handler.ts';
import { findCourseById } from './query.ts';

const pagePath = /^\/courseDetails\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

type DescriberDependencies = Pick<
  QueryHandlerDependencies,
  'tables' | 'waitUntilFresh' | 'requireSameServer'
>;

/** Search engines show about this many characters. */
const maxDescriptionLength = 200;

/** Returns the beginning of a text as one line, without cutting a character in two. */
const shorten = (text: string): string => {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  if (characters.length <= maxDescriptionLength) return characters.join('');
  return `${characters
    .slice(0, maxDescriptionLength - 1)
    .join('')
    .trimEnd()}…`;
};

/**
 * Creates a function that describes the page of a course for search engines and previews. A removed course has no
 * description. While the read model may be behind the log, no course has a description, because the course may have been
 * removed. The instructor is left out, because other sites keep descriptions.
 * The function throws problem 'unavailable' if the row may come from a different replica than the checkpoints.
 */
export const createCourseDescriber =
  ({ tables, waitUntilFresh, requireSameServer }: DescriberDependencies): DescribePage =>
  async (path) => {
    const id = pagePath.exec(path)?.[1];
    if (id === undefined) return null;
    const freshness = await waitUntilFresh(['courses'], { position: undefined, logId: undefined });
    if (freshness.isStale) return null;
    const row = await findCourseById(tables, id);
    requireSameServer(freshness.checkpoints);
    if (!row) return null;
    const description = shorten(row.details);
    return {
      title: row.name,
      description,
      imageUrl: row.image_url.startsWith('https://') ? row.image_url : null,
      structuredData: {
        '@type': 'Course',
        name: row.name,
        description,
        courseCode: row.code,
        educationalLevel: row.difficulty,
      },
    };
  };
