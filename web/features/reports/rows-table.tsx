import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReportRow } from '#contract/endpoints/reports.ts';
import { Button } from '#web/components/button.tsx';
import { directionOf, SortHead } from '#web/components/sort-head.tsx';
import { VirtualTable } from '#web/components/virtual-table.tsx';
import { paths } from '#web/lib/paths.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { DeskRow, PhoneRow, ROW_PX } from './rows-row.tsx';
import type { RowColumn } from './rows-view.ts';
import type { RowsView } from './use-rows-view.ts';

const HEADS: readonly { label: string; width: string; sort?: RowColumn; look?: string }[] = [
  { label: 'Time', width: '182px', sort: 'time', look: 'pl-7!' },
  { label: 'Kind', width: '92px' },
  { label: 'What', width: 'auto' },
  { label: 'Event', width: '19%' },
  { label: 'Customer', width: '16%' },
  { label: 'Order', width: '76px', look: 'text-right' },
  { label: 'Amount', width: '122px', sort: 'amount', look: 'pr-7! text-right' },
];

type RowsTableProps = {
  rows: readonly ReportRow[];
  total: number | undefined;
  view: Pick<RowsView, 'sort' | 'sortBy'>;
  /** Undefined once every row is here. */
  onMore: (() => void) | undefined;
  hasFailed: boolean;
};

export function RowsTable({ rows, total, view, onMore, hasFailed }: RowsTableProps) {
  const isDesk = useIsDesk();
  const navigate = useNavigate();
  const [cursor, setCursor] = useState(-1);
  const step = (by: number) => (event: KeyboardEvent) => {
    event.preventDefault();
    setCursor(Math.min(Math.max(cursor + by, 0), rows.length - 1));
  };
  useHotkeys(
    {
      j: step(1),
      k: step(-1),
      arrowdown: step(1),
      arrowup: step(-1),
      enter: ({ target }) => {
        const row = rows[cursor];
        if (row && !(target instanceof Element && target.closest('a, button'))) {
          void navigate({ to: paths.adminUser(row.customer) });
        }
      },
    },
    { isInDialog: true },
  );
  const Row = isDesk ? DeskRow : PhoneRow;
  return (
    <VirtualTable
      label="Rows"
      columns={HEADS.length}
      rows={rows}
      keyOf={(row) => row.key}
      rowPx={isDesk ? ROW_PX.desk : ROW_PX.phone}
      total={total}
      revealed={cursor}
      onNearEnd={() => !hasFailed && onMore?.()}
      className="flex-1 border-line border-t"
      tableClassName="table-fixed border-separate border-spacing-0 text-left"
      head={<RowsHead isDesk={isDesk} {...view} />}
      foot={onMore && <More hasFailed={hasFailed} onMore={onMore} />}
    >
      {(row, frame) => (
        <Row key={row.key} row={row} frame={frame} isCursor={frame['data-index'] === cursor} />
      )}
    </VirtualTable>
  );
}

function More({ hasFailed, onMore }: { hasFailed: boolean; onMore: () => void }) {
  return (
    <p className="grid h-14 place-items-center text-13 text-ink-2">
      {hasFailed ? (
        <Button kind="line" size="small" onClick={onMore}>
          Load more
        </Button>
      ) : (
        'Loading more'
      )}
    </p>
  );
}

/** On a phone there are no columns to name; the heads are read, not seen. */
function RowsHead({ isDesk, sort, sortBy }: { isDesk: boolean } & RowsTableProps['view']) {
  return (
    <>
      <colgroup>
        {HEADS.map(({ label, width }) => (
          <col key={label} style={isDesk ? { width } : undefined} />
        ))}
      </colgroup>
      <thead className="sticky top-0 z-2 text-12 text-ink-2 not-desk:sr-only">
        <tr
          aria-rowindex={1}
          className="*:h-[34px] *:border-line *:border-b *:bg-sunk *:px-2 *:font-semibold"
        >
          {HEADS.map(({ label, sort: column, look = '' }) => (
            <SortHead
              key={label}
              direction={column && directionOf(sort, column)}
              onSort={column && (() => sortBy(column))}
              className={look}
            >
              {label}
            </SortHead>
          ))}
        </tr>
      </thead>
    </>
  );
}
