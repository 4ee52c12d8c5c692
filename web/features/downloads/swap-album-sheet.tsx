import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import type { UserFoundAlbum } from '#contract/entities/album.ts';
import { formatCents } from '#contract/rules/money.ts';
import { eventLine, teamLine } from '#contract/rules/sentences.ts';
import { Button } from '#web/components/button.tsx';
import { RadioCard } from '#web/components/form.tsx';
import { OrderTile } from '#web/components/order-tile.tsx';
import { Sheet, SheetClose } from '#web/components/sheet.tsx';
import { ErrorNotice, QueryState, Skeleton } from '#web/components/states.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { albumsOfPrice, findSwapPrice, isTaken, paidOrdersQuery, useSwapAlbum } from './swap-album.ts';

type SwapAlbumSheetProps = {
  download: AlbumDownload;
  found: readonly UserFoundAlbum[];
  onClose: () => void;
};

export function SwapAlbumSheet({ download, found, onClose }: SwapAlbumSheetProps) {
  const [chosen, setChosen] = useState<number>();
  const orders = useQuery(paidOrdersQuery);
  const swap = useSwapAlbum(download, onClose);
  const priceCents = orders.data && findSwapPrice(orders.data, download);
  const choices = priceCents === undefined ? [] : albumsOfPrice(found, priceCents);
  const choice = choices.find(({ album }) => album.id === chosen);
  return (
    <Sheet
      title={i18n.t('Swap this album')}
      description={i18n.t(
        'You give back {team} and get the album you choose. You can swap once, before your first download.',
        { team: teamName(download.album) },
      )}
      onClose={onClose}
      footer={
        isTaken(download) ? (
          <SheetClose kind="line">{i18n.t('Close')}</SheetClose>
        ) : (
          <>
            <SheetClose kind="line">{i18n.t('Cancel')}</SheetClose>
            <Button
              isBusy={swap.isPending}
              disabled={!choice}
              onClick={() => choice && swap.mutate(choice.album.id)}
            >
              {choice
                ? i18n.t('Swap for {team}', { team: choice.album.team_name || teamName(choice.album) })
                : i18n.t('Choose an album')}
            </Button>
          </>
        )
      }
    >
      <QueryState
        query={orders}
        loading={<Skeleton label={i18n.t('Loading your albums')} className="h-[220px]" />}
      >
        {() =>
          isTaken(download) || choices.length === 0 || priceCents === undefined ? (
            <NoChoice isOpened={isTaken(download)} priceCents={priceCents} />
          ) : (
            <fieldset className="grid gap-2">
              <legend className="pb-2 text-14 text-ink-2">
                {i18n.t('Your found albums at {price}', { price: formatCents(priceCents) })}
              </legend>
              {choices.map((option) => (
                <Choice
                  key={option.id}
                  option={option}
                  isChosen={option.album.id === chosen}
                  onChoose={() => setChosen(option.album.id)}
                />
              ))}
            </fieldset>
          )
        }
      </QueryState>
      {swap.error && (
        <div className="pt-3">
          <ErrorNotice error={swap.error} />
        </div>
      )}
    </Sheet>
  );
}

function NoChoice(props: { isOpened: boolean; priceCents: number | undefined }) {
  return <p className="py-6 text-center text-ink-2">{whyNoChoice(props)}</p>;
}

function whyNoChoice({ isOpened, priceCents }: Parameters<typeof NoChoice>[0]): string {
  if (isOpened) return i18n.t('You’ve opened or downloaded it, so it can’t be swapped.');
  if (priceCents === undefined) {
    return i18n.t('This album is part of a group order, so it can’t be swapped here.');
  }
  return i18n.t('None of your found albums costs {price}. Open the right album once, and it shows up here.', {
    price: formatCents(priceCents),
  });
}

type ChoiceProps = { option: UserFoundAlbum; isChosen: boolean; onChoose: () => void };

function Choice({ option: { album, event }, isChosen, onChoose }: ChoiceProps) {
  return (
    <RadioCard name="swap-for" checked={isChosen} onChange={onChoose}>
      <OrderTile order={album.performance_order} />
      <span className="min-w-0 text-14 leading-[1.4] text-ink-2">
        <b className="block text-15 font-bold text-ink">{teamLine(album)}</b>
        {eventLine(event)}
      </span>
    </RadioCard>
  );
}
