import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCents } from '#contract/rules/money.ts';
import { Combobox } from '#web/components/combobox.tsx';
import { CONTROL } from '#web/components/field.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { useSettledText } from '#web/lib/use-settled-text.ts';
import { pricedEventQuery, siteImagePriceQuery, swapTargetsQuery } from './sales.query.ts';
import { orderTargets, type SwapSubject, type TargetAlbum, targetPriceCents } from './swap-targets.ts';

const OPTION_PX = 52;
const albumId = ({ id }: TargetAlbum) => id;
const countAlbums = (count: number) => countOf(count, 'album');

type SwapSearchProps = { subject: SwapSubject; onChoose: (album: TargetAlbum) => void };

export function SwapSearch({ subject, onChoose }: SwapSearchProps) {
  const [text, setText] = useState('');
  const q = useSettledText(text.trim());
  const same = useQuery(swapTargetsQuery(q, subject.eventId));
  const others = useQuery({ ...swapTargetsQuery(q, undefined), enabled: q !== '' });
  const { data: site } = useQuery(siteImagePriceQuery);
  const found = orderTargets(subject, same.data ?? [], others.data ?? []);
  const eventIds = [...new Set(found.map(({ event }) => event))];
  const events = useQueries({ queries: eventIds.map(pricedEventQuery) });
  const eventOf = (album: TargetAlbum) => events.find(({ data }) => data?.id === album.event)?.data;
  return (
    <div className="grid gap-3 pb-3">
      <Combobox
        label="Swap to album"
        placeholder="Program, team, division, order or event"
        text={text}
        onText={setText}
        options={found}
        keyOf={albumId}
        onPick={onChoose}
        listLabel="Albums"
        countWords={countAlbums}
        nothingFound="No published album matches."
        isLoading={same.isFetching || others.isFetching || text.trim() !== q}
        optionPx={OPTION_PX}
        inputClassName={CONTROL}
        listClassName="max-h-[46dvh]"
      >
        {(album) => (
          <span className="grid min-h-13 grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-3 px-2 py-1.5 text-14">
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
              {eventOf(album) &&
                formatCents(targetPriceCents(eventOf(album), subject.imageId, site?.image_price))}
            </span>
          </span>
        )}
      </Combobox>
      {q === '' && found.length > 0 && (
        <p className="px-2 text-13 text-ink-2">Albums of the same event. Type to find those of others.</p>
      )}
    </div>
  );
}
