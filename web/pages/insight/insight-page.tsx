import { localDate } from '../../domains/activity/year.ts';
import { useInsightFunnel, useInsightLive } from '../../domains/insight/insight.ts';
import { type SpanName, spanFrom, spans } from '../../domains/insight/span.ts';
import { paths } from '../../client/paths.ts';
import { useAddressQuery } from '../../ui/use-text-in-address.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Figures } from './figures.tsx';
import { FunnelPanel } from './funnel/funnel-panel.tsx';
import { HoursPanel } from './hours/hours-panel.tsx';
import { QuestionsPanel } from './questions/questions-panel.tsx';
import { TimePanel } from './time/time-panel.tsx';

const spanNames: Record<SpanName, string> = {
  '12w': 'Last 12 weeks',
  '6m': 'Last 6 months',
  '12m': 'Last 12 months',
  all: 'Since the beginning',
};

const Empty = () => (
  <div className="mt-10">
    <EmptyState
      sentence="There is nothing to draw yet."
      detail="As soon as the first student enrols in a course, the school’s numbers stand here, and follow by themselves."
      action={
        <>
          <ButtonLink to={paths.addCourse}>Add a course</ButtonLink>
          <ButtonLink to={paths.announcement} look="second">
            Post an announcement
          </ButtonLink>
        </>
      }
    />
  </div>
);

/** How the school fares: numbers alone, never who. They follow what happens by themselves. */
export default function InsightPage() {
  useInsightLive();
  const { query, put } = useAddressQuery();
  const span = spanFrom(query, localDate(new Date()));
  const isEmpty = useInsightFunnel().data?.school.enrolled === 0;
  return (
    <Page>
      <PageHeading
        title="Insight"
        subtitle="How the school fares: in numbers, never who. It follows by itself."
        actions={
          !isEmpty && (
            <Select
              label="Time span"
              fieldClassName="min-w-52"
              value={span.name}
              onChange={(event) => put({ span: event.target.value, by: '' })}
            >
              {spans.map((name) => (
                <option key={name} value={name}>
                  {spanNames[name]}
                </option>
              ))}
            </Select>
          )
        }
      />
      {isEmpty ? (
        <Empty />
      ) : (
        <>
          <Figures span={span} />
          <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
            <div className="min-w-0 lg:col-span-2">
              <TimePanel span={span} onPeriod={(by) => put({ by })} />
            </div>
            <FunnelPanel />
            <QuestionsPanel />
            <div className="min-w-0 lg:col-span-2">
              <HoursPanel span={span} />
            </div>
          </div>
          <p className="mt-6 max-w-prose text-sm text-muted">
            Enrolments, completions and hours are of the chosen time span. How far students come and the
            hardest questions are of all time: whoever enrolled last week has not had the time to come far,
            and a question says how hard it is once many have answered it. Who left the school stays counted:
            what happened, happened.
          </p>
        </>
      )}
    </Page>
  );
}
