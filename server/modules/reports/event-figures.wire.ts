import type { EventFigures, ListedEvent } from '#contract/entities/staff-event.ts';
import type { ListedEventRow } from './event-list.queries.ts';
import type { FiguresOfEvents } from './staff-figures.queries.ts';

function toWireFigures(eventId: number, { albums, doubtful, sales }: FiguresOfEvents) {
  const filed = albums.get(eventId);
  const doubtfulCount = doubtful.get(eventId) ?? 0;
  return {
    albums_count: filed?.albums ?? 0,
    published_count: filed?.published ?? 0,
    images_count: (filed?.photos ?? 0) + doubtfulCount,
    doubtful_count: doubtfulCount,
    sales: sales.get(eventId) ?? 0,
  };
}

export function toListedEvent(row: ListedEventRow, figures: FiguresOfEvents): ListedEvent {
  return {
    id: row.id,
    name: row.name,
    brand_name: row.brandName,
    producer_name: row.producerName,
    venue_name: row.venueName,
    city: row.city,
    state: row.state,
    start_date: row.startDate,
    last_date: row.lastDate,
    standing: row.standing,
    ...toWireFigures(row.id, figures),
  };
}

type EventNow = {
  today: string;
  figures: FiguresOfEvents;
  salesTodayCents: number;
  orderNow: number | null;
};

const DAY_MS = 86_400_000;
const daysBetween = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

export function toWireEventFigures(
  eventId: number,
  { standing, startDate, lastDate }: Pick<ListedEventRow, 'standing' | 'startDate' | 'lastDate'>,
  { today, figures, salesTodayCents, orderNow }: EventNow,
): EventFigures {
  return {
    event: eventId,
    standing,
    ...toWireFigures(eventId, figures),
    day: standing === 'running' ? daysBetween(startDate, today) : null,
    days: daysBetween(startDate, lastDate),
    order_now: orderNow,
    sales_today: salesTodayCents,
  };
}
