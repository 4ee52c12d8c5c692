import { formatCents } from '#contract/rules/money.ts';
import { isTaxIncluded } from '#contract/rules/tax.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { translated } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { closeCart } from './cart-dialog-state.ts';
import { priceNameOf } from './price-name.ts';

type SummarizedOrder = {
  sub_total: number;
  credit: number;
  discount: number;
  tax: number;
  total: number;
  coupon?: { code: string; off: string } | null;
  tax_name?: string;
  is_tax_known?: boolean;
  /** Explain prices that are not the regular ones. */
  price_names?: readonly string[];
};

/** Leaves out lines that are zero. */
export function OrderSummary({ order }: { order: SummarizedOrder }) {
  const { sub_total, credit, discount, tax, total, coupon, tax_name, is_tax_known, price_names = [] } = order;
  const taxName = translated(tax_name || 'Tax');
  const isIncluded = isTaxIncluded(order);
  const lines = [
    { name: i18n.t('Photos you already bought'), cents: -credit },
    {
      name: coupon ? i18n.t('Code {code}, {off} off', coupon) : i18n.t('Discount'),
      cents: -discount,
    },
    { name: taxName, cents: isIncluded ? 0 : tax },
  ].filter(({ cents }) => cents !== 0);
  return (
    <dl className="grid gap-2 text-15">
      {price_names.length > 0 && (
        <div>
          <dt className="sr-only">{i18n.t('Your price')}</dt>
          {price_names.map((name) => (
            <dd key={name} className="text-14 font-medium text-ok">
              {priceNameOf(name)}
            </dd>
          ))}
        </div>
      )}
      {lines.length > 0 && <Line name={i18n.t('Subtotal')} cents={sub_total} />}
      {lines.map((line) => (
        <Line key={line.name} {...line} />
      ))}
      <div
        className={`flex items-baseline justify-between gap-4 text-18 font-bold ${lines.length > 0 ? 'border-line border-t pt-3' : ''}`}
      >
        <dt>{i18n.t('Total')}</dt>
        <dd className="text-22 tracking-[-0.02em] tabular-nums">{formatCents(total)}</dd>
      </div>
      {isIncluded && <Line name={i18n.t('Included: {tax}', { tax: taxName })} cents={tax} />}
      {is_tax_known === false && (
        <div className="text-14 text-ink-2">
          <dt className="sr-only">{taxName}</dt>
          <dd>{i18n.t('Plus tax, calculated at checkout')}</dd>
        </div>
      )}
    </dl>
  );
}

function Line({ name, cents }: { name: string; cents: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4 text-ink-2">
      <dt className="min-w-0">{name}</dt>
      <dd className="tabular-nums">{formatCents(cents)}</dd>
    </div>
  );
}

type ViewAlbumLinkProps = { album: number; event: number | undefined; describedBy?: string };

/** Opens an album that has to be viewed once before it can be bought. */
export function ViewAlbumLink({ album, event, describedBy }: ViewAlbumLinkProps) {
  if (event === undefined) return null;
  return (
    <Link
      to={paths.eventAlbum(event, album)}
      aria-describedby={describedBy}
      onClick={closeCart}
      className={`${buttonStyle('line', 'small')} mt-2 justify-self-start`}
    >
      {i18n.t('View album')}
    </Link>
  );
}
