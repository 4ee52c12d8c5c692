import type { PhotographerRow } from '../endpoints/reports.ts';
import { idInPath } from '../primitives.ts';
import { defineList, openChoiceFilter } from './list.ts';

/** The person on the roster, else the name as the photos credit it. */
export const photographerName = ({ photographer, roster }: PhotographerRow) =>
  roster?.name ?? photographer ?? 'No name';

/** The events of all statements; each photographer's part of it is one statement. */
export const statementRowList = defineList<PhotographerRow>()({
  name: 'statement-rows',
  noun: 'event',
  prefix: 'rows_',
  columns: {
    photographer: { label: 'Photographer', isHidden: true, value: photographerName },
    event: {
      label: 'Event',
      sort: 'desc',
      value: ({ event_name }) => event_name,
      sortValue: ({ event_date, event_name }) => `${event_date} ${event_name}`,
    },
    date: { label: 'Date', isHidden: true, value: ({ event_date }) => event_date },
    frames: { label: 'Photos', sort: 'desc', value: ({ frames }) => frames },
    published: { label: 'Published', sort: 'desc', value: ({ published }) => published },
    sold: { label: 'Sold', sort: 'desc', value: ({ sold }) => sold },
    photo_sales: { label: 'Photo sales', isHidden: true, value: ({ image_sales }) => image_sales },
    album_sales: { label: 'Album sales', isHidden: true, value: ({ album_sales }) => album_sales },
    views: { label: 'Views', sort: 'desc', value: ({ views }) => views },
    revenue: { label: 'Revenue', sort: 'desc', cents: ({ revenue }) => revenue },
    refunds: { label: 'Refunds', sort: 'desc', cents: ({ refunds }) => refunds },
    rate_percent: {
      label: 'Rate',
      isHidden: true,
      value: ({ commission_rate_basis_points }) => commission_rate_basis_points / 100,
    },
    commission: { label: 'Commission', sort: 'desc', cents: ({ commission }) => commission },
  },
  filters: {
    photographer: openChoiceFilter({
      label: 'Photographer',
      all: 'All photographers',
      of: photographerName,
    }),
    event: {
      ...openChoiceFilter({ label: 'Event', all: 'All events' }),
      schema: () => idInPath.optional(),
      matches: ({ event }: PhotographerRow, value: number) => event === value,
    },
  },
  defaultSort: 'event:desc',
});

export const STATEMENT_FIGURES = [
  'frames',
  'published',
  'sold',
  'views',
  'revenue',
  'refunds',
  'commission',
] as const;

export type Statement = {
  name: string;
  rows: PhotographerRow[];
  total: Pick<PhotographerRow, (typeof STATEMENT_FIGURES)[number]>;
};

export const statementList = defineList<Statement>()({
  name: 'statements',
  noun: 'statement',
  columns: {
    commission: { label: 'Commission', sort: 'desc', value: ({ total }) => total.commission },
    revenue: { label: 'Revenue', sort: 'desc', value: ({ total }) => total.revenue },
    frames: { label: 'Photos', sort: 'desc', value: ({ total }) => total.frames },
    name: { label: 'Name', sort: 'asc', value: ({ name }) => name },
  },
  filters: {},
  defaultSort: 'commission:desc',
});
