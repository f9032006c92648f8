import { foldText } from '#contract/fold-text.ts';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { CourseFields } from '#events/catalogue/streams/course.ts';
import type { CoursesTable } from '#platform/read-tables/courses.ts';
import type { Evolutions } from '../projection/fold-rows.ts';
import { createRecordProjection } from '../projection/record-projection.ts';

const toColumns = (fields: CourseFields) => ({
  code: fields.code,
  name: fields.name,
  duration: fields.duration,
  difficulty: fields.difficulty,
  category: fields.category,
  details: fields.details,
  instructor: fields.instructor,
  price: fields.price,
  image_url: fields.imageUrl,
  instructor_id: fields.instructorId,
  videos: fields.videos,
  search_name: foldText(fields.name),
});

const toChangedColumns = ({ imageUrl, instructorId, ...changes }: Partial<CourseFields>) => ({
  ...changes,
  ...(instructorId === undefined ? {} : { instructor_id: instructorId }),
  ...(imageUrl === undefined ? {} : { image_url: imageUrl }),
  ...(changes.name === undefined ? {} : { search_name: foldText(changes.name) }),
});

/** Returns the row. @throws if the course was never added, which means that events are missing. */
const requireRow = (row: CoursesTable | null, event: { stream: string; type: string }): CoursesTable => {
  if (row === null) throw new Error(`${event.type} in ${event.stream}, but this course was never added.`);
  return row;
};

export const courseEvolutions: Evolutions<CoursesTable> = {
  CourseAdded: (_, event) => ({
    id: streamId(event.stream),
    ...toColumns(event.data),
    withdrawn: false,
    added_at: event.recordedAt,
    updated_at: event.recordedAt,
    added_position: event.position,
    position: event.position,
  }),
  CourseEdited: (row, event) => ({
    ...requireRow(row, event),
    ...toChangedColumns(event.data.changes),
    updated_at: event.recordedAt,
    position: event.position,
  }),
  CourseRemoved: (row, event) => ({ ...requireRow(row, event), withdrawn: true, position: event.position }),
  CourseRestored: (row, event) => ({ ...requireRow(row, event), withdrawn: false, position: event.position }),
};

/** Read model `courses`: all courses, including removed ones, which are marked as withdrawn. */
export const courses = createRecordProjection<CoursesTable>({
  model: 'courses',
  table: 'courses',
  columns: {
    id: true,
    code: true,
    name: true,
    duration: true,
    difficulty: true,
    category: true,
    details: true,
    instructor: true,
    price: true,
    image_url: true,
    instructor_id: true,
    videos: true,
    withdrawn: true,
    search_name: true,
    added_at: true,
    updated_at: true,
    added_position: true,
    position: true,
  },
  evolutions: courseEvolutions,
});
