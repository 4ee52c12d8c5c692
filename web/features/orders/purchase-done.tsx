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
import { countOf, teamName } from '#web/lib/formats.ts';
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
  if (!order) return 'Your purchase';
  if (order.status !== 'open') return successTitle(photosOf(order));
  return order.pool && order.pool.mine > 0 ? 'Your share is reserved' : 'Your purchase';
}

type PurchaseDoneProps = { orderKey: string; download: (order: Order) => ReactNode };

export function PurchaseDone({ orderKey, download }: PurchaseDoneProps) {
  const order = useQuery(orderQuery(orderKey));
  return (
    <QueryState query={order} loading={<Skeleton label="Loading your purchase" className="h-[280px]" />}>
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
  if (!pool) return <p>This payment is not complete yet.</p>;
  return (
    <div className="grid gap-5 pb-4">
      <p ref={focusOnMount} tabIndex={-1} role="status" className="text-ink-2 outline-none">
        {describeStatus(pool)}
      </p>
      <PoolShares pool={pool} />
      <div className="grid gap-2">
        <p className="text-15 font-[650]">Invite others to take the rest</p>
        <PoolLink orderKey={order.key} what="the album" />
      </div>
      <TextLink to={paths.checkout(order.key)}>Open the pool</TextLink>
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
  if (photos === null) return 'The album is yours';
  return photos === 1 ? 'The photo is yours' : `The ${photos} photos are yours`;
}

export function PurchaseSuccess({ album, photos, orderKey, download, isTitleHidden }: PurchaseSuccessProps) {
  const { email } = useUser();
  const what = photos === null ? `All ${countOf(album.images_count, 'photo')}` : countOf(photos, 'photo');
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
        {what} of {teamName(album)}, full size and without watermark. Your receipt is on its way to{' '}
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
          Invite family
        </Button>
      </div>
      <p className="flex flex-wrap justify-center gap-x-5">
        <TextLink to={paths.receipt(orderKey)}>Receipt</TextLink>
        <TextLink to={paths.userAlbum(album.id)}>View album</TextLink>
      </p>
    </section>
  );
}
