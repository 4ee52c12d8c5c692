import type { PhotographerRow } from '#contract/endpoints/reports.ts';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { formatDate } from '#web/lib/formats.ts';
import { sortText } from '#web/lib/list-sort.ts';
import { choicesOf, STATEMENT_ORDERS } from './photographers.ts';
import type { useStatementView } from './use-statement-view.ts';

type StatementToolbarProps = ReturnType<typeof useStatementView> & { rows: readonly PhotographerRow[] };

export function StatementToolbar({ view, show, order, rows }: StatementToolbarProps) {
  const { names, events } = choicesOf(rows);
  return (
    <>
      <Choice
        label="Photographer"
        all="All photographers"
        value={view.photographer ?? ''}
        options={names.map((name) => [name, name])}
        onChange={(photographer) => show({ photographer })}
      />
      <Choice
        label="Event"
        all="All events"
        value={view.event === undefined ? '' : String(view.event)}
        options={events.map(({ event, event_name, event_date }) => [
          String(event),
          `${event_name}, ${formatDate(event_date)}`,
        ])}
        onChange={(event) => show({ event })}
      />
      <FilterSelect
        label="Order of statements"
        value={sortText(view.statements) as keyof typeof STATEMENT_ORDERS}
        options={STATEMENT_ORDERS}
        className="flex-1 desk:flex-none"
        onChange={order}
      />
    </>
  );
}

type ChoiceProps = {
  label: string;
  all: string;
  value: string;
  /** In their order, which an object would not keep for numbers. */
  options: [value: string, words: string][];
  onChange: (value: string | undefined) => void;
};

/** A choice that these days do not have stays chosen, and says so. */
function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  const isMissing = value !== '' && !options.some(([one]) => one === value);
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value || undefined)}
      className="h-11 min-w-0 flex-1 basis-36 rounded-ctl border border-edge bg-surface px-3 text-14 text-ink desk:h-9 desk:max-w-[240px] desk:flex-none desk:basis-auto"
    >
      <option value="">{all}</option>
      {isMissing && <option value={value}>{label} not on these days</option>}
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  );
}
