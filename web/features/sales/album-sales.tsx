import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlbumSale } from '#contract/endpoints/album-administration.ts';
import { formatCents } from '#contract/rules/money.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { Button } from '#web/components/button.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { RefundSale } from './refund-sale.tsx';
import { SaleLine } from './sale-line.tsx';
import { albumSalesQuery } from './sales.query.ts';
import { SwapSheet } from './swap-sheet.tsx';
import type { TargetAlbum } from './swap-targets.ts';

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
            userId: open.sale.buyer.id,
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
