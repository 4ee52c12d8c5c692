import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { Combobox } from '#web/components/combobox.tsx';
import { CONTROL } from '#web/components/form.tsx';
import { Photo } from '#web/components/photo.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { countOf, teamName } from '#web/lib/formats.ts';
import { albumDetailQuery, siteImagePriceQuery, staffEventQuery } from '#web/lib/staff.query.ts';
import { useSettledText } from '#web/lib/use-typed-search.ts';
import { swapTargetsQuery } from './sales.query.ts';
import {
  orderTargets,
  SwapConfirm,
  type SwapSubject,
  type TargetAlbum,
  targetPriceCents,
} from './swap-confirm.tsx';

type SwapSheetProps = { subject: SwapSubject; onClose: () => void };

export function SwapSheet({ subject, onClose }: SwapSheetProps) {
  const [album, setAlbum] = useState<TargetAlbum>();
  const [imageId, setImageId] = useState<number>();
  const isPhoto = subject.imageId !== null;
  const again = () => {
    setAlbum(undefined);
    setImageId(undefined);
  };
  return (
    <Sheet
      title={isPhoto ? 'Swap a photo' : 'Swap an album'}
      description={`${subject.buyerName} has ${isPhoto ? `photo ${subject.imageId} of ` : ''}${subject.title}.`}
      onClose={onClose}
    >
      {!album && <SwapSearch subject={subject} onChoose={setAlbum} />}
      {album && isPhoto && imageId === undefined && (
        <SwapPhotos album={album} ownImageId={subject.imageId} onChoose={setImageId} onBack={again} />
      )}
      {album && (!isPhoto || imageId !== undefined) && (
        <SwapConfirm
          subject={subject}
          target={{ album, imageId: imageId ?? null }}
          onBack={again}
          onDone={onClose}
        />
      )}
    </Sheet>
  );
}

type SwapPhotosProps = {
  album: TargetAlbum;
  ownImageId: number | null;
  onChoose: (imageId: number) => void;
  onBack: () => void;
};

function SwapPhotos({ album, ownImageId, onChoose, onBack }: SwapPhotosProps) {
  const { data, error, refetch } = useQuery(albumDetailQuery(album.id));
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading photos" className="h-64" />;
  const images = data.images.filter(({ id }) => id !== ownImageId);
  return (
    <div className="grid gap-3 pb-3">
      <p className="text-14 text-ink-2">
        {images.length === 0 ? 'No other photo in' : 'Choose the photo of'}{' '}
        <b className="font-[650] text-ink">{teamName(album)}</b>.
      </p>
      <ul className="grid max-h-[46dvh] grid-cols-3 gap-1.5 overflow-y-auto p-0.5">
        {images.map((image) => (
          <li key={image.id} className="[content-visibility:auto]">
            <button
              type="button"
              aria-label={`Photo ${image.id}`}
              onClick={() => onChoose(image.id)}
              className="block w-full rounded-tile"
            >
              <Photo
                albumUuid={data.uuid}
                image={image}
                token={data.temp_jwt}
                className="aspect-[3/2] w-full rounded-tile"
              />
            </button>
          </li>
        ))}
      </ul>
      <Button kind="line" onClick={onBack}>
        Another album
      </Button>
    </div>
  );
}

const OPTION_PX = 52;
const albumId = ({ id }: TargetAlbum) => id;
const countAlbums = (count: number) => countOf(count, 'album');

type SwapSearchProps = { subject: SwapSubject; onChoose: (album: TargetAlbum) => void };

function SwapSearch({ subject, onChoose }: SwapSearchProps) {
  const [text, setText] = useState('');
  const q = useSettledText(text.trim());
  const same = useQuery(swapTargetsQuery(q, subject.eventId));
  const others = useQuery({ ...swapTargetsQuery(q, undefined), enabled: q !== '' });
  const { data: site } = useQuery(siteImagePriceQuery);
  const found = orderTargets(subject, same.data ?? [], others.data ?? []);
  const eventIds = [...new Set(found.map(({ event }) => event))];
  const events = useQueries({ queries: eventIds.map(staffEventQuery) });
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
        <p className="px-2 text-13 text-ink-2">Albums of the same event. Type to search other events.</p>
      )}
    </div>
  );
}
