import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { PRODUCT_LABELS, reportRowList } from '#contract/lists/report-rows.ts';
import { brandSalesList, eventSalesList, productSalesList } from '#contract/lists/sales-breakdowns.ts';
import { Button } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { FailedState, QueryState, Skeleton } from '#web/components/states.tsx';
import { eventsQuery } from '#web/features/catalogue/catalogue.query.ts';
import { Breakdown, CouponTable, SaleMailTable } from '#web/features/reports/breakdown.tsx';
import { Funnels } from '#web/features/reports/funnels.tsx';
import { RangePicker, readRange } from '#web/features/reports/range-picker.tsx';
import { DayBars, HourBars, TeamBars } from '#web/features/reports/report-charts.tsx';
import { chartsQuery, salesCsv, salesQuery } from '#web/features/reports/reports.query.ts';
import { RowsSheet, readRowsPlace } from '#web/features/reports/rows-sheet.tsx';
import { Totals } from '#web/features/reports/totals.tsx';
import { saveTextFile } from '#web/lib/files.ts';
import { browserTimeZone, formatWeekday } from '#web/lib/formats.ts';
import { listSearch } from '#web/lib/lists/list-search.ts';
import { reportPlaceSearch, useSearchState } from '#web/lib/search-params.ts';

/** A list of rows opens without the filters of the last one. */
const NO_ROWS = Object.fromEntries(
  Object.keys(listSearch(reportRowList).shape).map((name) => [name, undefined]),
);

const CHART_LOADING = <Skeleton label="Loading chart" className="h-48" />;

export function AdminReportsPage() {
  const { search, change } = useSearchState(reportPlaceSearch);
  const range = readRange(search);
  const days = { start_date: range.start_date, end_date: range.end_date, time_zone: browserTimeZone() };
  const { data, error, refetch, isPlaceholderData } = useQuery(salesQuery(days));
  const charts = useQuery(chartsQuery(days));
  const shown = charts.isPlaceholderData ? undefined : charts.data;
  const events = useQuery(eventsQuery);
  const place = readRowsPlace(search.rows);
  const openRows = (rows: string | undefined) => void change({ ...NO_ROWS, rows }, { push: true });
  const fileOf = (name: string) => `${name}-${days.start_date}-${days.end_date}.csv`;
  const rowsTitle = () => {
    if (place?.kind === 'day') return formatWeekday(place.value);
    if (place?.kind === 'product') return PRODUCT_LABELS[place.value as 'album' | 'image'];
    const event = data?.by_event.find((one) => String(one.event) === place?.value);
    return (place?.kind === 'event' ? event?.name : place?.value) ?? 'Sales';
  };
  return (
    <div className="grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 desk:px-10">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageHeading title="Reports" />
        <div className="flex gap-2">
          <Button kind="line" size="small" onClick={() => openRows('all')}>
            All rows
          </Button>
          <Button
            icon={Download}
            kind="line"
            size="small"
            disabled={!data || isPlaceholderData}
            onClick={() => data && saveTextFile(fileOf('report'), salesCsv(data, shown))}
          >
            Export
          </Button>
        </div>
      </div>
      <RangePicker range={range} events={events.data ?? []} />
      {error && <FailedState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton label="Loading the report" className="h-[480px]" />}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={`grid grid-cols-[minmax(0,1fr)] gap-6 transition-opacity duration-(--d2) ${isPlaceholderData ? 'opacity-45' : ''}`}
        >
          <Totals report={data} />
          <SectionCard title="Net sales over time">
            <DayBars
              days={data.by_day}
              before={shown?.before_by_day}
              onChoose={({ from, to }) =>
                from === to ? openRows(`day.${from}`) : void change({ range: 'custom', from, to })
              }
            />
          </SectionCard>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 desk:grid-cols-2">
            <Breakdown
              title="Events"
              list={eventSalesList}
              fileName={fileOf('events')}
              all={data.by_event.map((one) => ({ ...one, key: String(one.event) }))}
              onOpen={(key) => openRows(`event.${key}`)}
            />
            <div className="grid gap-6">
              <Breakdown
                title="Brands"
                list={brandSalesList}
                fileName={fileOf('brands')}
                all={data.by_brand.map((one) => ({ ...one, key: one.brand, name: one.brand, brand: '' }))}
                onOpen={(key) => openRows(`brand.${key}`)}
              />
              <Breakdown
                title="Products"
                list={productSalesList}
                fileName={fileOf('products')}
                all={data.by_product.map((one) => ({
                  ...one,
                  key: one.product,
                  brand: '',
                  name: PRODUCT_LABELS[one.product],
                }))}
                onOpen={(key) => openRows(`product.${key}`)}
              />
            </div>
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 desk:grid-cols-2">
            <SectionCard title="Net sales by hour of the day">
              <QueryState query={charts} loading={CHART_LOADING}>
                {(found) => <HourBars hours={found.by_hour} />}
              </QueryState>
            </SectionCard>
            <SectionCard title="Best teams">
              <QueryState query={charts} loading={CHART_LOADING}>
                {(found) => <TeamBars teams={found.by_team} />}
              </QueryState>
            </SectionCard>
          </div>
          <Funnels report={data} found={shown?.found} />
          <CouponTable coupons={data.coupons} fileName={fileOf('coupons')} />
        </div>
      )}
      <SaleMailTable />
      {place && (
        <RowsSheet
          key={`${place.kind}.${place.value}`}
          title={rowsTitle()}
          scope={{ ...days, through: data?.through, ...place.scope }}
          onClose={() => openRows(undefined)}
        />
      )}
    </div>
  );
}
