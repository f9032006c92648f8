import type { HighRatedCourse } from '#contract/schemas/reviews.ts';
import { formatMeanRating } from '../../domains/reviews/review-format.ts';

/** The numbers of the chart, for screen readers. */
export const RatingsTable = ({ courses }: { courses: readonly HighRatedCourse[] }) => (
  <div className="sr-only">
    <table>
      <caption>Top 5 Trending Courses</caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Course Name</th>
          <th scope="col">Rating</th>
          <th scope="col">Reviews</th>
        </tr>
      </thead>
      <tbody>
        {courses.map(({ _id, courseName, rating, reviews }, index) => (
          <tr key={_id}>
            <td>{index + 1}</td>
            <th scope="row">{courseName}</th>
            <td>{formatMeanRating(rating)}</td>
            <td>{reviews}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
