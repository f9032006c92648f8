import { useMutation } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import type { Roster } from '#contract/schemas/roster.ts';
import { fetchRosterCsv } from '../../domains/roster/roster-queries.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { pageSize, type RosterView } from './use-roster-view.ts';

/** Says which of the students are shown, and offers the other pages and a CSV file of all students who match. */
export const RosterPager = ({ roster, view }: { roster: Roster; view: RosterView }) => {
  const { page, setPage, filter } = view;
  const pageCount = Math.max(1, Math.ceil(roster.total / pageSize));
  const firstIndex = (page - 1) * pageSize;
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchRosterCsv(roster.course._id, filter),
    onSuccess: (content) => saveFile(`students-${roster.course.course_code.toLowerCase()}.csv`, content),
    onError: (error) => toast.error(error.message),
  });
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-sm text-muted tabular-nums">
      <p>
        {(firstIndex + 1).toLocaleString('en')} to{' '}
        {(firstIndex + roster.students.length).toLocaleString('en')} of {roster.total.toLocaleString('en')}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {pageCount > 1 && (
          <nav aria-label="Pages of students" className="flex items-center gap-2">
            <Button
              variant="secondary"
              size="small"
              aria-label="Previous page"
              aria-disabled={page <= 1}
              onClick={() => setPage(page - 1)}
            >
              <ChevronLeft className="size-4" />
            </Button>
            <span>
              Page {page} of {pageCount}
            </span>
            <Button
              variant="secondary"
              size="small"
              aria-label="Next page"
              aria-disabled={page >= pageCount}
              onClick={() => setPage(page + 1)}
            >
              <ChevronRight className="size-4" />
            </Button>
          </nav>
        )}
        <Button variant="secondary" size="small" isWorking={isPending} onClick={() => mutate()}>
          {!isPending && <Download className="size-4" />}
          CSV <span className="sr-only">of all matching students</span>
        </Button>
      </div>
    </div>
  );
};
