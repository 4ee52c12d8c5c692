import { useState } from 'react';
import {
  REQUIRED_FIELDS,
  RUNNING_ORDER_FIELDS,
  RUNNING_ORDER_LABELS,
  type RunningOrderField,
  type SheetColumns,
} from '#contract/rules/running-order.ts';
import { Button } from '#web/components/button.tsx';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { cellOf, type Sheet } from './running-order.ts';

const HINTS: Partial<Record<RunningOrderField, string>> = {
  program: 'The gym, studio or school',
  level: 'Added to the division',
  day: 'For events that last several days',
  stage: 'For events with several stages',
};
const SAMPLES = 3;

type ColumnMapperProps = { sheet: Sheet; onChange: (columns: SheetColumns) => void };

/** Tells which column of the sheet holds what. It opens by itself only if a column is missing. */
export function ColumnMapper({ sheet, onChange }: ColumnMapperProps) {
  const isMissing = REQUIRED_FIELDS.some((field) => sheet.columns[field] === null);
  const [isOpen, setIsOpen] = useState(isMissing);
  const found = RUNNING_ORDER_FIELDS.filter((field) => sheet.columns[field] !== null);
  return (
    <section aria-label="Columns" className="grid gap-3 rounded-card border border-line p-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <div className="grid gap-0.5">
          <h3 className="text-15 font-bold">{isMissing ? 'Which column is which?' : 'Columns'}</h3>
          <p className="text-13 text-ink-2">
            {sheet.remembered
              ? 'The same as last time, because the headings are the same.'
              : 'We matched them by their headings. Your choice is remembered when you import.'}
          </p>
        </div>
        {!isMissing && (
          <Button kind="line" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Done' : 'Change columns'}
          </Button>
        )}
      </header>
      {isOpen || isMissing ? (
        <div className="grid gap-3 sm:grid-cols-2 desk:grid-cols-4">
          {RUNNING_ORDER_FIELDS.map((field) => (
            <ColumnSelect key={field} field={field} sheet={sheet} onChange={onChange} />
          ))}
        </div>
      ) : (
        <ul className="flex flex-wrap gap-1.5 text-13">
          {found.map((field) => (
            <li key={field} className="rounded-full bg-sunk px-2.5 py-1 text-ink-2">
              <b className="font-[650] text-ink">{RUNNING_ORDER_LABELS[field]}</b>{' '}
              {sheet.headings[sheet.columns[field] ?? -1]}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ColumnSelect({ field, sheet, onChange }: ColumnMapperProps & { field: RunningOrderField }) {
  const column = sheet.columns[field];
  const isRequired = REQUIRED_FIELDS.some((one) => one === field);
  const samples = sheet.lines
    .map(({ cells }) => cellOf(sheet, cells, field))
    .filter(Boolean)
    .slice(0, SAMPLES);
  const isMissing = isRequired && column === null;
  return (
    <div className="grid content-start gap-1">
      <span className="text-13 font-[650]">{RUNNING_ORDER_LABELS[field]}</span>
      <FilterSelect
        label={`Column for ${RUNNING_ORDER_LABELS[field].toLowerCase()}`}
        value={column === null ? '' : String(column)}
        all={isRequired ? 'Choose a column' : 'Not in the sheet'}
        options={sheet.headings.map((heading, at) => [String(at), heading || `Column ${at + 1}`] as const)}
        className={`w-full min-w-0 truncate ${isMissing ? 'border-bad' : ''}`}
        onChange={(value) =>
          onChange({ ...sheet.columns, [field]: value === undefined ? null : Number(value) })
        }
      />
      <span className={`truncate text-12 ${isMissing ? 'font-semibold text-bad' : 'text-ink-2'}`}>
        {isMissing ? 'Needed' : samples.join(', ') || HINTS[field]}
      </span>
    </div>
  );
}
