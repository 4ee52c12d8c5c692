import type { ReactNode } from 'react';
import { arrivingEndpoints, type VisitedPool } from '#contract/endpoints/arriving.ts';
import { formatCents } from '#contract/rules/money.ts';
import { CoverPhotos } from '#web/components/album-cover.tsx';
import { LocalText } from '#web/components/local-text.tsx';
import { OrderTile } from '#web/components/order-tile.tsx';
import { Trans } from '#web/components/trans.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { formatEventDays, formatLongDay } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { describeClosed } from './pool-messages.ts';
import { SharesBar } from './pool-shares.tsx';

type VisitedPoolProps = { visited: VisitedPool; entry: ReactNode };

/** Describes a group order above the log-in, for a visitor who opened its link. */
export function VisitedPoolView({ visited, entry }: VisitedPoolProps) {
  const { album } = visited;
  const closed = closedMessage(visited);
  return (
    <div className="wrap grid max-w-[1240px] grid-cols-[minmax(0,1fr)] gap-5 py-5 desk:grid-cols-[minmax(0,1fr)_440px] desk:gap-x-16 desk:py-10">
      <h1
        tabIndex={-1}
        className="text-36 leading-[1.05] font-extrabold tracking-[-0.035em] text-balance desk:col-start-2 desk:text-48"
      >
        {closed?.title ?? titleOf(visited)}
      </h1>
      {album && (
        <div className="grid content-start gap-4 desk:col-start-1 desk:row-span-3 desk:row-start-1">
          <Cover album={album} />
          <div className="grid gap-x-6 gap-y-1 text-15 text-ink-2 desk:grid-cols-[1fr_auto]">
            <p>
              <b className="block text-18 font-bold tracking-[-0.02em] text-ink">{visited.title}</b>
              {[
                album.division,
                i18n.t('{count, plural, one {# photo} other {# photos}}', { count: visited.photos }),
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
            <p>
              {album.event}
              <br />
              <LocalText text={formatEventDays(album)} />
              {album.place && `. ${album.place}`}
            </p>
          </div>
        </div>
      )}
      <div className="grid content-start gap-4 desk:col-start-2">
        {closed ? <p className="text-18 text-ink-2">{closed.sentence}</p> : <Shares visited={visited} />}
        {entry}
      </div>
    </div>
  );
}

function titleOf({ owner_first_name: owner }: VisitedPool): string {
  return owner ? i18n.t('Join {owner}’s group order', { owner }) : i18n.t('Join the group order');
}

function Shares({ visited }: { visited: VisitedPool }) {
  const { shares, shares_left: left, share_price: price, deadline, photos } = visited;
  const taken = shares - left;
  return (
    <section aria-label={i18n.t('Shares')} className="grid gap-3 rounded-card bg-sunk p-[18px] tabular-nums">
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-15 font-medium text-ink-2">
          <Trans
            id="<price>{amount}</price> a share"
            values={{ amount: price === null ? '' : formatCents(price) }}
            components={{
              price: <b className="text-28 leading-none font-extrabold tracking-[-0.03em] text-ink" />,
            }}
          />
        </span>
        <b className="text-15 font-bold">{i18n.t('{left} of {shares} left', { left, shares })}</b>
      </p>
      <SharesBar
        taken={taken}
        colors={Array.from({ length: shares }, (_, position) => (position < taken ? 'bg-ink' : 'bg-edge/45'))}
        className="*:h-2"
      />
      <p className="text-14 text-ink-2">
        {deadline && (
          <>
            <LocalText text={i18n.t('Open until {deadline}.', { deadline: formatLongDay(deadline) })} />{' '}
          </>
        )}
        {photos > 0
          ? i18n.t(
              '{count, plural, one {Every family gets the photo.} other {Every family gets all # photos.}}',
              { count: photos },
            )
          : i18n.t('Every family gets all photos.')}
      </p>
    </section>
  );
}

function Cover({ album }: { album: NonNullable<VisitedPool['album']> }) {
  if (album.cover.length === 0) return null;
  return (
    <div className="relative flex aspect-16/10 gap-[3px] overflow-hidden rounded-sheet bg-sunk desk:aspect-4/3">
      <CoverPhotos album={album} isEager deskWidth="min(620px, 50vw)" />
      <span className="absolute top-3.5 left-3.5">
        <OrderTile order={album.performance_order} />
      </span>
    </div>
  );
}

/** Returns undefined while shares can be taken. */
function closedMessage({ state, title, owner_first_name: owner }: VisitedPool) {
  if (state === 'open') return undefined;
  const still = i18n.t('You can still buy the {team} photos yourself.', { team: title });
  const rest = state === 'canceled' ? `${i18n.t('Nobody pays for it.')} ${still}` : still;
  return describeClosed(state, { owner, rest });
}

export const visitedPoolQuery = (key: string) =>
  apiQuery(['visited-pool', key], arrivingEndpoints.visitPool, {
    params: { key },
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  });
