import type { Event } from '#contract/entities/album.ts';
import { formatDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { LocalText } from './local-text.tsx';

type SaleEndProps = { event: Pick<Event, 'archived' | 'archive_date'>; className?: string };

/** Shows how long photos can be bought. Renders nothing for an event without an end. */
export function SaleEnd({ event, className = 'text-14 text-ink-2' }: SaleEndProps) {
  if (event.archived)
    return <p className={className}>{i18n.t('Photos from this event are no longer for sale.')}</p>;
  if (event.archive_date === null) return null;
  return (
    <p className={className}>
      <LocalText
        text={i18n.t('Photos are for sale until {date}.', { date: formatDate(event.archive_date) })}
      />
    </p>
  );
}
