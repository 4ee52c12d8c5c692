import { isReportRange, MAX_REPORT_DAYS } from '#contract/endpoints/reports.ts';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { addDays, formatDay, todayIsoDate } from '#web/lib/formats.ts';
import { reportPlaceSearch, useSearchState } from '#web/lib/search-params.ts';

const LABELS: Record<Preset, string> = {
  today: 'Today',
  '7d': '7 days',
  month: 'This month',
  last_month: 'Last month',
  year: 'This year',
  custom: 'Custom',
};
const BUTTON =
  'h-11 rounded-full px-3.5 text-14 font-[650] text-ink-2 hover:text-ink aria-pressed:bg-bg aria-pressed:text-ink aria-pressed:shadow-1 desk:h-8';
const INPUT = 'h-11 rounded-ctl border border-edge bg-surface px-3 text-14 text-ink desk:h-9';

type EventChoice = { id: number; name: string; start_date: string };
type RangePickerProps = {
  range: ReportRange;
  events: readonly EventChoice[];
  /** Reports without a range of all time leave it out. */
  allTime?: boolean;
};

export function RangePicker({ range, events, allTime }: RangePickerProps) {
  const { change } = useSearchState(reportPlaceSearch);
  const show = (days: { range: Preset | undefined; from: string | undefined; to: string | undefined }) =>
    void change({ day: undefined, ...days });
  const showDays = (from: string, to: string) => show({ range: 'custom', from, to });
  const choose = (preset: Preset) =>
    preset === 'custom'
      ? showDays(range.start_date, range.end_date)
      : show({
          range: preset === '7d' && allTime === undefined ? undefined : preset,
          from: undefined,
          to: undefined,
        });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <fieldset className="flex flex-wrap gap-1 rounded-[26px] bg-sunk p-1">
        <legend className="sr-only">Range</legend>
        {allTime !== undefined && (
          <button
            type="button"
            aria-pressed={allTime}
            onClick={() => show({ range: undefined, from: undefined, to: undefined })}
            className={BUTTON}
          >
            All
          </button>
        )}
        {(Object.keys(LABELS) as Preset[]).map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={!allTime && range.preset === preset}
            onClick={() => choose(preset)}
            className={BUTTON}
          >
            {LABELS[preset]}
          </button>
        ))}
      </fieldset>
      {!allTime && range.preset === 'custom' && (
        <>
          <input
            type="date"
            aria-label="First day"
            value={range.start_date}
            onChange={({ target }) => target.value && showDays(target.value, range.end_date)}
            className={INPUT}
          />
          <input
            type="date"
            aria-label="Last day"
            value={range.end_date}
            onChange={({ target }) => target.value && showDays(range.start_date, target.value)}
            className={INPUT}
          />
        </>
      )}
      {events.length > 0 && (
        <FilterSelect
          label="Event week"
          value=""
          all="Event week"
          options={events.map(({ id, name, start_date }) => [String(id), `${formatDay(start_date)} ${name}`])}
          onChange={(id) => {
            const event = events.find((one) => String(one.id) === id);
            if (event) showDays(event.start_date, addDays(event.start_date, 6));
          }}
          className="max-w-[200px]"
        />
      )}
    </div>
  );
}

const PRESETS = ['today', '7d', 'month', 'last_month', 'year', 'custom'] as const;
type Preset = (typeof PRESETS)[number];

type ReportRange = { preset: Preset; start_date: string; end_date: string };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** An invalid range becomes the last seven days. */
export function readRange(
  search: { range?: string | undefined; from?: string | undefined; to?: string | undefined },
  now = new Date(),
): ReportRange {
  const today = todayIsoDate(now);
  const lastDays = (preset: Preset, start_date: string) => ({ preset, start_date, end_date: today });
  if (search.range === 'today') return lastDays('today', today);
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  if (search.range === 'month') return lastDays('month', firstOfMonth);
  if (search.range === 'last_month') {
    const end_date = addDays(firstOfMonth, -1);
    return { preset: 'last_month', start_date: `${end_date.slice(0, 7)}-01`, end_date };
  }
  if (search.range === 'year') return lastDays('year', `${today.slice(0, 4)}-01-01`);
  const custom = customRange(search.from, search.to);
  if (search.range === 'custom' && custom) return custom;
  return lastDays('7d', addDays(today, -6));
}

function customRange(from = '', to = ''): ReportRange | undefined {
  const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay(from) || !isDay(to)) return undefined;
  const [start_date, end_date] = from <= to ? [from, to] : [to, from];
  const range = { preset: 'custom' as const, start_date, end_date };
  return isReportRange(range) ? range : { ...range, start_date: addDays(end_date, -MAX_REPORT_DAYS) };
}
