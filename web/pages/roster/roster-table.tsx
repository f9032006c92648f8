import type { RosterStudent } from '#contract/schemas/roster.ts';
import { Select } from '../../ui/field.tsx';
import { Cell, SortableHeadCell, Table } from '../../ui/table.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { LastActivity, Progress, QuizSummary, StudentName } from './student-cells.tsx';
import type { ColumnSort, RosterView } from './use-roster-view.ts';

/** The columns: the name by which the server sorts, and the heading. */
const headings: readonly (readonly [sort: ColumnSort, heading: string])[] = [
  ['name', 'Student'],
  ['progress', 'Progress'],
  ['quizzes', 'Quizzes'],
  ['activity', 'Last activity'],
];
/** The names of the ascending and the descending order in the select. */
const orderNames: Record<ColumnSort, readonly [string, string]> = {
  name: ['Name, A to Z', 'Name, Z to A'],
  progress: ['Least progress first', 'Most progress first'],
  quizzes: ['Lowest quiz results first', 'Highest quiz results first'],
  activity: ['Longest without activity first', 'Latest activity first'],
};

type RosterRowsProps = { students: readonly RosterStudent[]; courseId: string; view: RosterView };

const RosterRows = ({ students, courseId, view }: RosterRowsProps) => (
  <Table caption="Students">
    <thead>
      <tr>
        {headings.map(([sort, heading]) => {
          const direction = view.filter.sort === sort ? view.filter.order : 'none';
          return (
            <SortableHeadCell
              key={sort}
              direction={direction}
              onSort={() => view.sortBy(sort, direction === 'ascending' ? 'descending' : 'ascending')}
            >
              {heading}
            </SortableHeadCell>
          );
        })}
      </tr>
    </thead>
    <tbody>
      {students.map((student) => (
        <tr key={student._id} className="last:*:border-b-0">
          <Cell>
            <StudentName student={student} courseId={courseId} />
          </Cell>
          <Cell>
            <Progress student={student} />
          </Cell>
          <Cell>
            <QuizSummary quizzes={student.quizzes} />
          </Cell>
          <Cell>
            <LastActivity time={student.lastActivityAt} />
          </Cell>
        </tr>
      ))}
    </tbody>
  </Table>
);

/** On narrow screens the rows are cards, and the order is chosen in a select. */
const RosterCards = ({ students, courseId, view }: RosterRowsProps) => (
  <div className="space-y-3">
    <Select
      label="Sort by"
      value={`${view.filter.order} ${view.filter.sort}`}
      onChange={(event) => {
        const [order, sort] = event.target.value.split(' ');
        const [chosen] = headings.find(([name]) => name === sort) ?? ['name' as const];
        view.sortBy(chosen, order === 'descending' ? 'descending' : 'ascending');
      }}
    >
      {headings.flatMap(([sort]) => [
        <option key={`up ${sort}`} value={`ascending ${sort}`}>
          {orderNames[sort][0]}
        </option>,
        <option key={`down ${sort}`} value={`descending ${sort}`}>
          {orderNames[sort][1]}
        </option>,
      ])}
    </Select>
    <ul aria-label="Students" className="space-y-3">
      {students.map((student) => (
        <li key={student._id} className="rounded-card border border-hairline bg-surface p-4 text-sm">
          <StudentName student={student} courseId={courseId} />
          <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
            <dt className="text-muted">Progress</dt>
            <dd>
              <Progress student={student} />
            </dd>
            <dt className="text-muted">Quizzes</dt>
            <dd>
              <QuizSummary quizzes={student.quizzes} />
            </dd>
            <dt className="text-muted">Last activity</dt>
            <dd>
              <LastActivity time={student.lastActivityAt} />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  </div>
);

/** A page of a course's students, as a table or as cards. */
export const RosterTable = (props: RosterRowsProps) =>
  useIsNarrow() ? <RosterCards {...props} /> : <RosterRows {...props} />;
