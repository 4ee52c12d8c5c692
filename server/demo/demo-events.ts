import type { DemoBrand, DemoEvent, DemoPricing } from '#server/demo/demo-data.types.ts';
import type { Discipline } from '#server/demo/palettes.ts';

export const ALBUMS_PER_EVENT = 20;

export const BRANDS: readonly DemoBrand[] = [
  { key: 'crown-series', name: 'Crown Series', producerName: 'Larkfield Productions' },
  { key: 'lanternway', name: 'Lanternway Spirit', producerName: 'Lanternway Event Group' },
  { key: 'starlane', name: 'Starlane Dance Tour', producerName: 'Bright Curtain Events' },
  { key: 'vaultline', name: 'Vaultline Circuit', producerName: 'Chalkhouse Sports' },
];

export type EventSeries = {
  key: string;
  brandKey: string;
  name: string;
  venueName: string;
  city: string;
  state: string;
  timeZone: string;
  /** Counts weeks from this season's newest finished event to this one. */
  weeksFromNewest: number;
  /** The brand's event of the season before, so that the shop has half a year behind it. */
  lastSeason: { name: string; weeksFromNewest: number };
  entries: Partial<Record<Discipline, number>>;
  pricings: { lastSeason: DemoPricing[]; thisSeason: DemoPricing[] };
};

const STANDARD: DemoPricing = { sharePriceCents: 1995, imagePriceCents: 1995 };
const STANDARD_CHEAP_IMAGE: DemoPricing = { sharePriceCents: 1995, imagePriceCents: 1495 };
const STANDARD_SITE_IMAGE: DemoPricing = { sharePriceCents: 1995, imagePriceCents: null };
const SMALL_EVENT: DemoPricing = { sharePriceCents: 1495, imagePriceCents: 1495 };
const FINALS: DemoPricing = { sharePriceCents: 2495, imagePriceCents: 1995 };

export const SERIES: readonly EventSeries[] = [
  {
    key: 'lakeside-open',
    brandKey: 'crown-series',
    name: 'Crown Series Lakeside Open',
    lastSeason: { name: 'Crown Series Lakeside Qualifier', weeksFromNewest: -30 },
    venueName: 'Kettle Point Fieldhouse',
    city: 'Milwaukee',
    state: 'WI',
    timeZone: 'America/Chicago',
    weeksFromNewest: -6,
    entries: { cheer: 15, dance: 5 },
    pricings: { lastSeason: [STANDARD], thisSeason: [STANDARD_CHEAP_IMAGE] },
  },
  {
    key: 'lamplight-classic',
    brandKey: 'lanternway',
    name: 'Lanternway Lamplight Classic',
    lastSeason: { name: 'Lanternway Firefly Festival', weeksFromNewest: -26 },
    venueName: 'Buckthorn Hall',
    city: 'Columbus',
    state: 'OH',
    timeZone: 'America/New_York',
    weeksFromNewest: -4,
    entries: { cheer: 16, dance: 4 },
    // This season's event has no price of its own, to show the site's default price.
    pricings: { lastSeason: [STANDARD_SITE_IMAGE], thisSeason: [] },
  },
  {
    key: 'vaultline-invitational',
    brandKey: 'vaultline',
    name: 'Vaultline Invitational',
    lastSeason: { name: 'Vaultline Preseason Meet', weeksFromNewest: -22 },
    venueName: 'Quarrystone Sports Center',
    city: 'Kansas City',
    state: 'MO',
    timeZone: 'America/Chicago',
    weeksFromNewest: -2,
    entries: { gymnastics: 20 },
    pricings: { lastSeason: [SMALL_EVENT], thisSeason: [STANDARD_CHEAP_IMAGE] },
  },
  {
    key: 'grand-nationals',
    brandKey: 'crown-series',
    name: 'Crown Series Grand Nationals',
    lastSeason: { name: 'Crown Series Summit', weeksFromNewest: -18 },
    venueName: 'Foothill Exchange Arena',
    city: 'Denver',
    state: 'CO',
    timeZone: 'America/Denver',
    weeksFromNewest: 0,
    entries: { cheer: 15, dance: 5 },
    pricings: { lastSeason: [STANDARD], thisSeason: [STANDARD] },
  },
  {
    key: 'starlane-finals',
    brandKey: 'starlane',
    name: 'Starlane Dance Finals',
    lastSeason: { name: 'Starlane Dance Preview', weeksFromNewest: -14 },
    venueName: 'Marlow Street Theater',
    city: 'Nashville',
    state: 'TN',
    timeZone: 'America/Chicago',
    weeksFromNewest: 3,
    entries: { dance: 20 },
    pricings: { lastSeason: [FINALS], thisSeason: [STANDARD] },
  },
  {
    key: 'coastal-showdown',
    brandKey: 'lanternway',
    name: 'Lanternway Coastal Showdown',
    lastSeason: { name: 'Lanternway Boardwalk Battle', weeksFromNewest: -10 },
    venueName: 'Saltmarsh Convention Hall',
    city: 'Virginia Beach',
    state: 'VA',
    timeZone: 'America/New_York',
    weeksFromNewest: 6,
    entries: { cheer: 16, dance: 4 },
    pricings: { lastSeason: [STANDARD_SITE_IMAGE], thisSeason: [STANDARD] },
  },
];

const DAY_MS = 86_400_000;

export type SeriesEvent = { event: DemoEvent; series: EventSeries; startOfDay: Date };

/** Every series takes place once per season; all dates follow `today`. */
export function buildEvents(today: Date): SeriesEvent[] {
  const midnight = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()));
  const newest = newestFinishedDay(midnight);
  const seasons = seasonNames(midnight);
  return seasons.flatMap((season, index) =>
    SERIES.map((series) => {
      const isThisSeason = index === 1;
      const { name, weeksFromNewest } = isThisSeason ? series : series.lastSeason;
      const startOfDay = dayOfSeries(newest, weeksFromNewest);
      return {
        series,
        startOfDay,
        event: toEvent({ series, name, season, startOfDay, midnight, isThisSeason }),
      };
    }),
  );
}

export function seasonNames(today: Date): [string, string] {
  const firstYear = today.getUTCMonth() >= 6 ? today.getUTCFullYear() : today.getUTCFullYear() - 1;
  const name = (year: number) => `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
  return [name(firstYear - 1), name(firstYear)];
}

export function zoneOffsetMinutes(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT([+-])(\d\d):(\d\d)/.exec(name);
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}

type EventParts = {
  series: EventSeries;
  name: string;
  season: string;
  startOfDay: Date;
  midnight: Date;
  isThisSeason: boolean;
};

function toEvent({ series, name, season, startOfDay, midnight, isThisSeason }: EventParts): DemoEvent {
  const noon = new Date(startOfDay.getTime() + 18 * 3_600_000);
  return {
    key: `${series.key}-${season}`,
    brandKey: series.brandKey,
    name: `${startOfDay.getUTCFullYear()} ${name}`,
    season,
    venueName: series.venueName,
    city: series.city,
    state: series.state,
    timeZone: series.timeZone,
    utcOffsetMinutes: zoneOffsetMinutes(series.timeZone, noon),
    startDate: startOfDay.toISOString().slice(0, 10),
    archived: !isThisSeason && series.weeksFromNewest === -6,
    isPhotographed: startOfDay < midnight,
    pricings: isThisSeason ? series.pricings.thisSeason : series.pricings.lastSeason,
  };
}

/** Returns the latest Friday, Saturday or Sunday that is at least two days ago. */
function newestFinishedDay(midnight: Date): Date {
  for (let back = 2; back < 7; back++) {
    const day = addDays(midnight, -back);
    if ([0, 5, 6].includes(day.getUTCDay())) return day;
  }
  throw new Error('no weekend day within a week');
}

function dayOfSeries(newest: Date, weeks: number): Date {
  if (weeks === 0) return newest;
  const day = addDays(newest, weeks * 7);
  return addDays(day, 6 - (day.getUTCDay() || 7));
}

function addDays(day: Date, days: number): Date {
  return new Date(day.getTime() + days * DAY_MS);
}
