import type { BreakdownList, BreakdownRow } from '#contract/lists/sales-breakdowns.ts';
import { formatCents } from '#contract/rules/money.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useLocalRows } from '#web/lib/lists/use-local-rows.ts';

type BreakdownProps = {
  title: string;
  list: BreakdownList;
  fileName: string;
  all: readonly BreakdownRow[];
  onOpen: (key: string) => void;
};

const NUMBER = 'text-right tabular-nums';

export function Breakdown({ title, list, fileName, all, onOpen }: BreakdownProps) {
  const state = useListState(list);
  const rows = useLocalRows(state, all);
  const largest = Math.max(1, ...all.map(({ net }) => net));
  return (
    <SectionCard title={title}>
      {all.length > 0 && <ListToolbar state={state} rows={rows} fileName={fileName} />}
      <StaffList
        state={state}
        rows={rows}
        idOf={({ key }) => key}
        nameOf={({ name }) => name}
        hasKeys={false}
        isPane
        className="max-h-[600px]"
        minWidth="480px"
        titleColumn="name"
        onOpen={({ key }) => onOpen(key)}
        cells={{
          name: { cell: ({ name }) => <span className="font-[650] text-ink">{name}</span> },
          share: { width: '16%', cell: ({ net }) => <Bar part={net / largest} /> },
          gross: { width: '19%', className: NUMBER, cell: ({ gross }) => formatCents(gross) },
          returned: {
            width: '19%',
            className: NUMBER,
            cell: ({ refunds, disputes }) => formatCents(refunds + disputes),
          },
          net: {
            width: '19%',
            className: NUMBER,
            cell: ({ net }) => <span className="font-semibold text-ink">{formatCents(net)}</span>,
          },
        }}
        card={({ name, brand, net }) => (
          <span className="grid gap-1 py-3">
            <span className="flex justify-between gap-3 text-14 font-[650]">
              <span className="min-w-0 truncate">{name}</span>
              <span className="tabular-nums">{formatCents(net)}</span>
            </span>
            {brand !== '' && <span className="truncate text-13 text-ink-2">{brand}</span>}
            <Bar part={net / largest} />
          </span>
        )}
        empty={<p className="text-15 text-ink-2">No sales on these days</p>}
      />
    </SectionCard>
  );
}

function Bar({ part }: { part: number }) {
  return (
    <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden className="block h-1.5 w-full">
      <rect width={100} height={1} className="fill-sunk" />
      <rect width={Math.max(0, part * 100)} height={1} className="fill-spot" />
    </svg>
  );
}
