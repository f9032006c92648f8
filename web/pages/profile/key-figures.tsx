export type KeyFigure = { name: string; value: number | null };

/** Key figures with labels. Space is reserved for unknown numbers. */
export const KeyFigures = ({ figures }: { figures: readonly KeyFigure[] }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-hairline bg-hairline shadow-card sm:grid-cols-3">
    {figures.map(({ name, value }) => (
      <div key={name} className="flex flex-col-reverse justify-end bg-surface p-5">
        <dt className="text-sm text-muted">{name}</dt>
        <dd className="font-serif text-3xl font-semibold tabular-nums">
          {value === null ? '\u00a0' : value.toLocaleString('en')}
        </dd>
      </div>
    ))}
  </dl>
);
