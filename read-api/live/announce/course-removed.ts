import { streamId } from '#events/catalogue/stream-id.ts';
import { courseSubject } from './about-course.ts';
import { announces } from './announces.ts';

export const courseRemoved = announces('CourseRemoved', {
  needs: () => ({}),
  announce: ({ stream }) => ({
    subject: courseSubject(streamId(stream)),
    withdraws: true,
    membership: null,
    deliveries: [{ to: ['everyone'], message: { kind: 'course-removed', data: { _id: streamId(stream) } } }],
  }),
});
