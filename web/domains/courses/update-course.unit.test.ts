import { afterEach, expect, test, vi } from 'vitest';
import { updated } from '#contract/schemas/command-results.ts';
import { updateCourse, updateCourseVideos } from './update-course.ts';

const fields = {
  course_code: 'MTH',
  course_name: 'Counting',
  duration: '1',
  difficulty: '5',
  category: 'General',
  details: '',
  instructor: '',
  price: 1,
  imageUrl: '/a.svg',
} as const;
const edits = {
  fields: () => updateCourse('a', fields),
  videos: () => updateCourseVideos('a', { videos: null }),
};

afterEach(() => vi.unstubAllGlobals());

test.each(['fields', 'videos'] as const)(
  'rejects an edit of the %s if the course was removed',
  async (kind) => {
    vi.stubGlobal('fetch', async () => Response.json(updated(1, 0)));
    await edits[kind]();
    vi.stubGlobal('fetch', async () => Response.json(updated(0, 0)));
    await expect(edits[kind]()).rejects.toThrow('This course was removed from the catalogue.');
  },
);
