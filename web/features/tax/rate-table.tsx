import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TaxRateRow } from '#contract/endpoints/tax.ts';
import { taxRateList } from '#contract/lists/tax.ts';
import { formatRate } from '#contract/rules/tax.ts';
import { Button } from '#web/components/button.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { formatDay } from '#web/lib/formats.ts';
import { useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { ImportSheet, RateSheet } from './rate-sheets.tsx';
import { taxRatesQuery } from './tax.query.ts';

const placeOf = ({ country, state }: TaxRateRow) => (state ? `${country} ${state}` : country);

/** The rates of the table, which administrators edit and everybody who sees reports may read. */
export function RateTable() {
  const { data, error, refetch } = useQuery(taxRatesQuery);
  const canEdit = userCan(useUser(), 'settings');
  const [open, setOpen] = useState<TaxRateRow | 'new' | 'import'>();
  const rows = useLocalRows(useListState(taxRateList), data, { error, retry: refetch });
  const close = () => setOpen(undefined);
  return (
    <SectionCard
      id="rates"
      title="Rate table"
      aside={
        canEdit && (
          <div className="flex gap-2">
            <Button kind="line" size="small" onClick={() => setOpen('import')}>
              Import CSV
            </Button>
            <Button kind="line" size="small" onClick={() => setOpen('new')}>
              New rate
            </Button>
          </div>
        )
      }
    >
      {(data?.length ?? 0) > 0 && <ListToolbar rows={rows} sorting="always" fileName="tax-rates.csv" />}
      <StaffList
        rows={rows}
        idOf={({ id }) => id}
        nameOf={(rate) => `${rate.name}, ${placeOf(rate)}`}
        hasKeys={false}
        rowPx={{ desk: 60, phone: 60 }}
        card={(rate) => (
          <div className="flex min-h-14 items-center gap-3 py-2 text-14">
            <span className="grid min-w-0 flex-1 gap-0.5">
              <b className="truncate font-[650]">
                {placeOf(rate)}, {rate.name}
              </b>
              <span className="text-13 text-ink-2">
                {rate.kind}, from {formatDay(rate.from_day)}
                {rate.to_day && ` to ${formatDay(rate.to_day)}`}
              </span>
            </span>
            <span className="font-[650] tabular-nums">{formatRate(rate.rate_millionths)}</span>
            {canEdit && (
              <Button
                kind="line"
                size="small"
                onClick={() => setOpen(rate)}
                aria-label={`Edit ${rate.name}, ${placeOf(rate)}`}
              >
                Edit
              </Button>
            )}
          </div>
        )}
        empty={
          <EmptyState
            title="No rates"
            sentence="Without rates, no tax is charged. Ask your tax advisor where you need to collect it."
          />
        }
      />
      {open === 'import' && <ImportSheet onClose={close} />}
      {open && open !== 'import' && <RateSheet rate={open === 'new' ? undefined : open} onClose={close} />}
    </SectionCard>
  );
}
