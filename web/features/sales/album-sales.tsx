import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlbumSale } from '#contract/endpoints/album-administration.ts';
import { formatCents } from '#contract/rules/money.ts';
import { teamLine } from '#contract/rules/sentences.ts';
import { Button } from '#web/components/button.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { countOf, formatCount, formatDay } from '#web/lib/formats.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { RefundSheet } from './refund-sheet.tsx';
import { albumSalesQuery, buyerOrderQuery } from './sales.query.ts';
import type { TargetAlbum } from './swap-confirm.tsx';
import { SwapSheet } from './swap-sheet.tsx';

type AlbumSalesProps = {
  album: Pick<TargetAlbum, 'id' | 'event' | 'program_name' | 'team_name' | 'division_name'>;
};

export function AlbumSales({ album }: AlbumSalesProps) {
  const answer = useInfiniteQuery(albumSalesQuery(album.id));
  const [open, setOpen] = useState<{ act: 'refund' | 'swap'; sale: AlbumSale }>();
  const close = () => setOpen(undefined);
  const { data, error, refetch } = answer;
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  const [first] = data?.pages ?? [];
  if (!first) return <Skeleton label="Loading sales" className="h-40" />;
  if (first.total === 0) return <p className="py-2 text-14 text-ink-2">Nobody has bought it yet.</p>;
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-3 gap-2 *:grid *:rounded-ctl *:bg-sunk *:px-3 *:py-2">
        <Sum label="Sales" value={formatCount(first.total)} />
        <Sum label="Paid" value={formatCents(first.paid)} />
        <Sum label="Refunded" value={formatCents(first.refunded)} />
      </dl>
      <ul aria-label="Sales" className="grid">
        {data?.pages
          .flatMap(({ sales }) => sales)
          .map((sale) => (
            <SaleLine
              key={sale.id}
              sale={sale}
              onRefund={() => setOpen({ act: 'refund', sale })}
              onSwap={() => setOpen({ act: 'swap', sale })}
            />
          ))}
      </ul>
      {answer.hasNextPage && (
        <Button
          kind="line"
          size="small"
          isBusy={answer.isFetchingNextPage}
          onClick={() => answer.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {open?.act === 'refund' && <RefundSale sale={open.sale} onClose={close} />}
      {open?.act === 'swap' && (
        <SwapSheet
          subject={{
            lineId: open.sale.id,
            buyerName: open.sale.buyer.name,
            title: teamLine(album),
            albumId: album.id,
            eventId: album.event,
            imageId: open.sale.image,
            priceCents: open.sale.price,
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

function Sum({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-12 text-ink-2">{label}</dt>
      <dd className="truncate text-15 font-[700] tabular-nums">{value}</dd>
    </div>
  );
}

type SaleLineProps = { sale: AlbumSale; onRefund: () => void; onSwap: () => void };

type Holder = AlbumSale['holders'][number];

const downloadsOf = ({ downloads_used, downloads_max, state }: Holder) =>
  state === 'suspended' ? 'suspended' : `${downloads_used} of ${countOf(downloads_max, 'download')}`;

function SaleLine({ sale, onRefund, onSwap }: SaleLineProps) {
  const { buyer, image, is_pool, holders, total, refunded, is_refunded, paid_at, swapped_from } = sale;
  const what = image === null ? 'Whole album' : `Photo ${image}`;
  const [own] = holders;
  const hasEnded = holders.every(({ state }) => state === 'ended');
  return (
    <li className="grid gap-1.5 border-line py-3 text-13 not-last:border-b">
      <div className="flex items-baseline justify-between gap-3">
        <PersonLink person={buyer} />
        <b className={`flex-none text-14 font-[650] tabular-nums ${is_refunded ? 'line-through' : ''}`}>
          {formatCents(total)}
        </b>
      </div>
      <p className="text-ink-2">
        {what}
        {is_pool && `, group order of ${holders.length}`}
        {paid_at && (
          <>
            {', '}
            <time dateTime={paid_at}>{formatDay(paid_at)}</time>
          </>
        )}
        {!is_pool && image === null && own && !hasEnded && `, ${downloadsOf(own)}`}
      </p>
      {is_refunded && <p className="font-[650] text-warn">Refunded {formatCents(refunded)}</p>}
      {swapped_from && <p className="text-ink-2">Swapped from {swapped_from.title}</p>}
      {is_pool && (
        <ul
          aria-label="Members of the group order"
          className="grid gap-0.5 border-line border-l pl-2.5 text-ink-2"
        >
          {holders.map((holder) => (
            <li key={holder.id} className="flex justify-between gap-3">
              <PersonLink person={holder} />
              <span className="flex-none tabular-nums">{downloadsOf(holder)}</span>
            </li>
          ))}
        </ul>
      )}
      {!is_refunded && !hasEnded && (
        <div className="flex gap-1.5">
          <StaffButton
            needs="refunds"
            kind="line"
            size="small"
            onClick={onRefund}
            aria-label={`Refund ${what} of ${buyer.name}`}
          >
            Refund
          </StaffButton>
          {!is_pool && (
            <StaffButton
              kind="line"
              size="small"
              onClick={onSwap}
              aria-label={`Swap ${what} of ${buyer.name}`}
            >
              Swap
            </StaffButton>
          )}
        </div>
      )}
    </li>
  );
}

function PersonLink({ person }: { person: Pick<Holder, 'id' | 'name' | 'email'> }) {
  return (
    <Link
      to={paths.adminUser(person.id)}
      title={person.email}
      className="min-w-0 truncate font-[650] text-ink underline decoration-edge underline-offset-3 hover:decoration-ink"
    >
      {person.name || person.email}
    </Link>
  );
}

/** Selects the line of this sale first; staff can add other lines of its order. */
function RefundSale({ sale, onClose }: { sale: AlbumSale; onClose: () => void }) {
  const { data: order, error, refetch } = useQuery(buyerOrderQuery(sale.buyer.id, sale.order));
  if (order) {
    return <RefundSheet order={order} lineId={sale.id} onClose={onClose} />;
  }
  return (
    <Sheet title={`Refund order ${sale.order}`} onClose={onClose}>
      <div className="pb-3">
        {error ? (
          <FailedState error={error} onRetry={refetch} />
        ) : (
          <Skeleton label="Loading the order" className="h-48" />
        )}
      </div>
    </Sheet>
  );
}
