import { useQuery } from '@tanstack/react-query';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceCents, describeDay, sharePriceFor } from '#contract/rules/pricing.ts';
import { EventPicture } from '#web/components/event-picture.tsx';
import { formatDays, parseDollars } from '#web/lib/formats.ts';
import { siteImagePriceQuery } from '#web/lib/staff.query.ts';
import type { NewEventValues, Start } from './start-values.ts';

export function EventPreview({ values, start }: { values: NewEventValues; start: Start }) {
  const { name, start_date, last_date, early_until, early_percent_off: off } = values;
  const { data: site } = useQuery(siteImagePriceQuery);
  const place = [values.venue_name, values.city, values.state].filter(Boolean).join(', ');
  const picture = values.picture ?? (start.kind === 'blank' ? 'other' : start.event.picture);
  const album = parseDollars(values.album_price);
  const athlete = parseDollars(values.athlete_price);
  const photo = parseDollars(values.image_price) ?? site?.image_price;
  const rows = [
    ['Whole album', albumPriceCents(album == null ? null : sharePriceFor(album))],
    ...(athlete == null ? [] : [['Your athlete’s photos', athlete]]),
    ...(photo === undefined ? [] : [['One photo', photo]]),
  ] as [string, number][];
  return (
    <aside aria-label="What parents will see" className="grid gap-3 wide:sticky wide:top-6">
      <h2 className="text-14 font-semibold text-ink-2">What parents will see</h2>
      <div className="overflow-hidden rounded-sheet border border-line bg-surface">
        <EventPicture picture={picture} sizes="320px" className="aspect-[8/5] w-full" />
        <div className="grid gap-1 p-4">
          <p className="text-18 leading-tight font-[750] tracking-[-0.02em] break-words">
            {name || 'Event name'}
          </p>
          <p className="text-14 text-ink-2">
            {[start_date && formatDays(start_date, last_date || start_date), place]
              .filter(Boolean)
              .join('. ')}
          </p>
          <dl className="mt-2 grid gap-2 border-line border-t pt-3 text-14">
            {rows.map(([label, cents]) => (
              <div key={label} className="flex justify-between gap-3">
                <dt className="text-ink-2">{label}</dt>
                <dd className="font-bold tabular-nums">{formatCents(cents)}</dd>
              </div>
            ))}
          </dl>
          {early_until && off && (
            <p className="text-13 text-ink-2">
              {off}% off until {describeDay(early_until)}
            </p>
          )}
        </div>
      </div>
      <p className="rounded-card border border-line p-4 text-14 text-ink-2">
        The event gets its own code, and posters are ready to print once you create it.
      </p>
    </aside>
  );
}
