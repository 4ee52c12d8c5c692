import { useQuery } from '@tanstack/react-query';
import { Check, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Album } from '#contract/entities/album.ts';
import type { Order } from '#contract/entities/order.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/form.tsx';
import { shareLink } from '#web/components/share-link.ts';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';
import { orderQuery } from './orders.query.ts';
import { describeStatus } from './pool-messages.ts';
import { PoolLink, PoolShares } from './pool-shares.tsx';

/** How many photos an order has, or null if it has a whole album. */
export const photosOf = ({ items }: Order) =>
  items.some(({ image }) => image === null) ? null : items.length;

export function useDoneTitle(orderKey: string | undefined): string {
  const { data: order } = useQuery({ ...orderQuery(orderKey ?? ''), enabled: orderKey !== undefined });
  if (!order) return i18n.t('Your purchase');
  if (order.status !== 'open') return successTitle(photosOf(order));
  return order.pool && order.pool.mine > 0 ? i18n.t('Your share is reserved') : i18n.t('Your purchase');
}

type PurchaseDoneProps = { orderKey: string; download: (order: Order) => ReactNode };

export function PurchaseDone({ orderKey, download }: PurchaseDoneProps) {
  const order = useQuery(orderQuery(orderKey));
  return (
    <QueryState
      query={order}
      loading={<Skeleton label={i18n.t('Loading your purchase')} className="h-[280px]" />}
    >
      {(loaded) => {
        const [first] = loaded.items;
        if (loaded.status === 'open') return <ReservedShare order={loaded} />;
        if (!first) return null;
        return (
          <PurchaseSuccess
            album={first.album}
            photos={photosOf(loaded)}
            orderKey={orderKey}
            download={download(loaded)}
            isTitleHidden
          />
        );
      }}
    </QueryState>
  );
}

/** A pool is open until its last share is taken. */
function ReservedShare({ order }: { order: Order }) {
  const { pool } = order;
  if (!pool) return <p>{i18n.t('This payment is not complete yet.')}</p>;
  return (
    <div className="grid gap-5 pb-4">
      <p ref={focusOnMount} tabIndex={-1} role="status" className="text-ink-2 outline-none">
        {describeStatus(pool)}
      </p>
      <PoolShares pool={pool} />
      <div className="grid gap-2">
        <p className="text-15 font-[650]">{i18n.t('Invite others to take the rest')}</p>
        <PoolLink orderKey={order.key} what={i18n.t('the album')} />
      </div>
      <TextLink to={paths.checkout(order.key)}>{i18n.t('Open the pool')}</TextLink>
    </div>
  );
}

type PurchaseSuccessProps = {
  album: Album;
  /** How many photos were bought, or null for the whole album. */
  photos: number | null;
  orderKey: string;
  /** Downloads what was bought. */
  download: ReactNode;
  /** True where a sheet shows the title already. */
  isTitleHidden?: boolean;
};

function successTitle(photos: number | null): string {
  if (photos === null) return i18n.t('The album is yours');
  return photos === 1 ? i18n.t('The photo is yours') : i18n.t('The {photos} photos are yours', { photos });
}

export function PurchaseSuccess({ album, photos, orderKey, download, isTitleHidden }: PurchaseSuccessProps) {
  const { email } = useUser();
  const what =
    photos === null
      ? i18n.t('All {imagesCount}', {
          imagesCount: i18n.t('{count, plural, one {# photo} other {# photos}}', {
            count: album.images_count,
          }),
        })
      : i18n.t('{count, plural, one {# photo} other {# photos}}', { count: photos });
  return (
    <section
      className={`mx-auto grid w-full max-w-[520px] justify-items-center gap-4 text-center ${isTitleHidden ? 'pb-4' : 'py-6 desk:py-12'}`}
    >
      <span className="grid size-24 place-items-center rounded-full bg-ok-bg text-ok">
        <Check size={52} strokeWidth={2.4} />
      </span>
      {!isTitleHidden && (
        <h1
          ref={focusOnMount}
          tabIndex={-1}
          className="text-28 leading-tight font-extrabold tracking-[-0.03em] desk:text-36"
        >
          {successTitle(photos)}
        </h1>
      )}
      <p
        ref={isTitleHidden ? focusOnMount : undefined}
        tabIndex={-1}
        role="status"
        className="text-ink-2 text-balance outline-none"
      >
        {i18n.t('{what} of {teamName}, full size and without watermark. Your receipt is on its way to ', {
          what,
          teamName: teamName(album),
        })}
        <b className="break-words text-ink">{email}</b>.
      </p>
      <div className="grid w-full gap-2 pt-1">
        {download}
        <Button
          icon={Users}
          kind="line"
          className="h-[50px]!"
          onClick={() => void shareLink(teamName(album), paths.viewAlbum(album.uuid))}
        >
          {i18n.t('Invite family')}
        </Button>
      </div>
      <p className="flex flex-wrap justify-center gap-x-5">
        <TextLink to={paths.receipt(orderKey)}>{i18n.t('Receipt')}</TextLink>
        <TextLink to={paths.userAlbum(album.id)}>{i18n.t('View album')}</TextLink>
      </p>
    </section>
  );
}
