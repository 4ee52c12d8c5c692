import type { AlbumSale } from '#contract/endpoints/album-administration.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { formatDate } from '#web/lib/formats.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';

type SaleLineProps = { sale: AlbumSale; onRefund: () => void; onSwap: () => void };

type Holder = AlbumSale['holders'][number];

const downloadsOf = ({ downloads_used, downloads_max, state }: Holder) =>
  state === 'suspended' ? 'suspended' : `${downloads_used} of ${countOf(downloads_max, 'download')}`;

export function SaleLine({ sale, onRefund, onSwap }: SaleLineProps) {
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
        {is_pool && `, pool of ${holders.length}`}
        {paid_at && (
          <>
            {', '}
            <time dateTime={paid_at}>{formatDate(paid_at)}</time>
          </>
        )}
        {!is_pool && image === null && own && !hasEnded && `, ${downloadsOf(own)}`}
      </p>
      {is_refunded && <p className="font-[650] text-warn">Refunded {formatCents(refunded)}</p>}
      {swapped_from && <p className="text-ink-2">Swapped from {swapped_from.title}</p>}
      {is_pool && (
        <ul aria-label="Members of the pool" className="grid gap-0.5 border-line border-l pl-2.5 text-ink-2">
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
          <Button kind="line" size="small" onClick={onRefund} aria-label={`Refund ${what} of ${buyer.name}`}>
            Refund
          </Button>
          {!is_pool && (
            <Button kind="line" size="small" onClick={onSwap} aria-label={`Swap ${what} of ${buyer.name}`}>
              Swap
            </Button>
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
