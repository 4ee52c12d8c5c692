import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { formatCents } from '#contract/rules/money.ts';
import { CONTROL } from '#web/components/field.tsx';
import { useSettledText } from '#web/lib/use-settled-text.ts';
import { pricedEventsQuery, siteImagePriceQuery, swapTargetsQuery } from './sales.query.ts';
import { orderTargets, type SwapSubject, type TargetAlbum, targetPriceCents } from './swap-targets.ts';

type SwapSearchProps = { subject: SwapSubject; onChoose: (album: TargetAlbum) => void };

/** Type, arrow keys, Enter; albums of the same event come first. */
export function SwapSearch({ subject, onChoose }: SwapSearchProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const q = useSettledText(text.trim());
  const same = useQuery(swapTargetsQuery(q, subject.eventId));
  const others = useQuery({ ...swapTargetsQuery(q, undefined), enabled: q !== '' });
  const { data: events } = useQuery(pricedEventsQuery);
  const { data: site } = useQuery(siteImagePriceQuery);
  const found = orderTargets(subject, same.data ?? [], others.data ?? []);
  const eventOf = (album: TargetAlbum) => events?.find(({ id }) => id === album.event);
  const optionId = (album: TargetAlbum | undefined) => album && `${listId}-${album.id}`;
  const step = (by: number) => {
    const next = Math.min(Math.max(active + by, 0), found.length - 1);
    setActive(next);
    document.getElementById(optionId(found[next]) ?? '')?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const album = found[active];
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && album) onChoose(album);
    else return;
    event.preventDefault();
  };
  return (
    <div className="grid gap-3 pb-3">
      <input
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={optionId(found[active])}
        aria-label="Swap to album"
        placeholder="Program, team, division, order or event"
        value={text}
        maxLength={200}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        className={CONTROL}
      />
      <div id={listId} role="listbox" aria-label="Albums" className="grid max-h-[46dvh] overflow-y-auto">
        {found.map((album, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keyboard
          <div
            key={album.id}
            id={optionId(album)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => onChoose(album)}
            className={`grid min-h-13 cursor-pointer grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-3 rounded-ctl px-2 py-1.5 text-14 ${index === active ? 'bg-sunk' : 'hover:bg-sunk'}`}
          >
            <span className="text-right font-num text-18 leading-none font-semibold">
              {album.performance_order}
            </span>
            <span className="grid min-w-0 *:truncate">
              <span>
                <b className="font-[650]">{album.program_name}</b> {album.team_name}
              </span>
              <span className="text-13 text-ink-2">
                {album.event === subject.eventId ? 'Same event' : eventOf(album)?.name}
                {album.division_name && `, ${album.division_name}`}
              </span>
            </span>
            <span className="tabular-nums text-ink-2">
              {events && formatCents(targetPriceCents(eventOf(album), subject.imageId, site?.image_price))}
            </span>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p role="status" className="px-2 text-14 text-ink-2">
          {same.isFetching || others.isFetching ? 'Looking…' : 'No published album matches.'}
        </p>
      )}
      {q === '' && found.length > 0 && (
        <p className="px-2 text-13 text-ink-2">Albums of the same event. Type to find those of others.</p>
      )}
    </div>
  );
}
