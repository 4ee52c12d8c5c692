import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import { pricePreviewEndpoints } from '#contract/endpoints/coupons.ts';
import { formatCents } from '#contract/rules/money.ts';
import type { EventPricing } from '#contract/rules/pricing.ts';
import { ErrorNotice, Skeleton } from '#web/components/states.tsx';
import { Table } from '#web/components/table.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { addDays, formatDay, todayIsoDate } from '#web/lib/formats.ts';
import { useSettledText } from '#web/lib/use-typed-search.ts';

type Asked = BodyOf<typeof pricePreviewEndpoints.previewPrices>;

/** Shows what a parent pays today and on the days when prices change. The server computes it. */
export function PricePreview({ pricing }: { pricing: Asked['pricing'] }) {
  const id = useId();
  // Typing a price would otherwise ask for every digit.
  const asked = useSettledText(
    JSON.stringify({ pricing, dates: previewDates(pricing, todayIsoDate()) } satisfies Asked),
  );
  const { data, error } = useQuery({
    ...apiQuery(['staff', 'price-preview', asked], pricePreviewEndpoints.previewPrices, {
      body: JSON.parse(asked) as Asked,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-3 rounded-card bg-sunk p-4 text-14">
      <p id={id} className="font-bold">
        What a parent pays
      </p>
      <ErrorNotice error={error} />
      {!data && !error && <Skeleton label="Calculating prices" className="h-40" />}
      {data && (
        <div className="overflow-x-auto">
          <Table
            labelledBy={id}
            className="min-w-max tabular-nums"
            rows={data[0]?.rows ?? []}
            keyOf={({ name }) => name}
            columns={[
              {
                key: 'name',
                isRowHead: true,
                className: 'py-1 pr-2 text-left font-normal text-ink-2',
                cell: ({ name }) => name,
              },
              ...data.map(({ date, period, rows }) => ({
                key: date,
                className: 'px-2 py-1 text-right align-bottom font-[650]',
                head: (
                  <>
                    {date === todayIsoDate() ? 'Today' : formatDay(date)}
                    {period && <span className="block text-12 font-normal text-ink-2">{period}</span>}
                  </>
                ),
                cell: ({ name }: { name: string }) =>
                  formatCents(rows.find((row) => row.name === name)?.total ?? 0),
              })),
            ]}
          />
        </div>
      )}
    </div>
  );
}

/** Today, the last early-bird day, the day after it and the first late day, each once. */
export function previewDates({ early, late }: Pick<EventPricing, 'early' | 'late'>, today: string): string[] {
  const days = [early?.until, early && addDays(early.until, 1), late?.from].filter(
    (day): day is string => typeof day === 'string' && day > today,
  );
  return [...new Set([today, ...days])].toSorted();
}
