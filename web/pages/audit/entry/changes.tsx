import type { AuditChange } from '#contract/schemas/audit.ts';

/** A longer list of changes is collapsed. Otherwise the fields of a new course, for example, would fill the page. */
const maxShown = 4;

const ChangedValue = ({ from, to, sealed }: AuditChange) => {
  if (sealed) return <span className="text-muted">changed (personal data, not shown)</span>;
  return (
    <>
      {from !== null && (
        <del className="text-bad decoration-1 wrap-anywhere whitespace-pre-line">
          <span className="sr-only">was </span>
          {from === '' ? 'empty' : from}
        </del>
      )}
      {from !== null && to !== null && (
        <span aria-hidden="true" className="mx-2 text-muted">
          →
        </span>
      )}
      {to !== null && (
        <ins className="text-good no-underline wrap-anywhere whitespace-pre-line">
          {from !== null && <span className="sr-only">is </span>}
          {to === '' ? 'empty' : to}
        </ins>
      )}
    </>
  );
};

const ChangeList = ({ changes }: { changes: readonly AuditChange[] }) => (
  <dl className="mt-3 grid gap-x-4 gap-y-1 rounded-control bg-sunken px-3 py-2 text-sm sm:grid-cols-[8rem_1fr]">
    {changes.map((change) => (
      <div key={change.field} className="grid min-w-0 sm:col-span-2 sm:grid-cols-subgrid">
        <dt className="text-muted">{change.field}</dt>
        <dd className="min-w-0">
          <ChangedValue {...change} />
        </dd>
      </div>
    ))}
  </dl>
);

export const Changes = ({ changes }: { changes: readonly AuditChange[] }) => {
  if (changes.length === 0) return null;
  if (changes.length <= maxShown) return <ChangeList changes={changes} />;
  return (
    <details className="mt-2">
      <summary className="w-fit cursor-pointer rounded-control py-1 text-sm font-medium text-brand">
        {changes.length} fields
      </summary>
      <ChangeList changes={changes} />
    </details>
  );
};
