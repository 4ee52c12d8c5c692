import { Lock } from 'lucide-react';
import type { StatementMonth } from '#contract/endpoints/statements.ts';
import { nameOfMonth } from './month-statements.tsx';

type Month = Pick<StatementMonth, 'month' | 'state'>;

type MonthListProps<M extends Month> = {
  months: readonly M[];
  open: string | undefined;
  noteOf: (month: M) => string;
  onOpen: (month: string) => void;
};

export const OPEN_MONTH_NOTES = { due: 'Ready to close', waiting: 'Open', running: 'Running' } as const;

export function MonthList<M extends Month>({ months, open, noteOf, onOpen }: MonthListProps<M>) {
  return (
    <ul
      aria-label="Months"
      className="-mx-4 flex gap-2 overflow-x-auto px-4 desk:mx-0 desk:grid desk:max-h-[70dvh] desk:gap-1 desk:overflow-y-auto desk:px-0 print:hidden"
    >
      {months.map((month) => (
        <li key={month.month} className="flex-none">
          <button
            type="button"
            aria-current={month.month === open ? 'true' : undefined}
            onClick={() => onOpen(month.month)}
            className="grid min-h-14 w-full gap-0.5 rounded-ctl border border-line px-4 py-2 text-left hover:bg-sunk aria-[current]:border-ink aria-[current]:bg-sunk"
          >
            <span className="flex items-center gap-1.5 text-15 font-[650]">
              {month.state === 'closed' && <Lock size={15} aria-label="Closed" />}
              {nameOfMonth(month.month)}
            </span>
            <span className={`text-13 ${month.state === 'due' ? 'font-semibold text-warn' : 'text-ink-2'}`}>
              {noteOf(month)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
