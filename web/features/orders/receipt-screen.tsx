import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import type { Receipt } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { formatRate, isTaxIncluded } from '#contract/rules/tax.ts';
import { Button } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { Table } from '#web/components/table.tsx';
import { Trans } from '#web/components/trans.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { translated } from '#web/lib/api-error.ts';
import { cardName } from '#web/lib/card-name.ts';
import { formatDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { priceNameOf } from './price-name.ts';

export function ReceiptScreen({ orderKey }: { orderKey: string }) {
  const receipt = useQuery(receiptQuery(orderKey));
  if (receipt.data) return <ReceiptSheet receipt={receipt.data} />;
  return (
    <div className="grid gap-6">
      <PageHeading title={i18n.t('Receipt')} />
      <QueryState
        query={receipt}
        loading={<Skeleton label={i18n.t('Loading your receipt')} className="h-[640px]" />}
        missing={
          <EmptyState
            title={i18n.t('Receipt not found')}
            sentence={i18n.t('You get a receipt once your order is paid.')}
            link={{ to: paths.myAlbums, label: i18n.t('My purchases') }}
          />
        }
      >
        {() => null}
      </QueryState>
    </div>
  );
}

function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="text-28 leading-tight font-extrabold tracking-[-0.03em] desk:text-36">
          {i18n.t('Receipt')}
        </h1>
        <Button icon={Printer} kind="line" className="print:hidden!" onClick={() => window.print()}>
          {i18n.t('Print')}
        </Button>
      </div>
      <article className="grid gap-8 rounded-sheet border border-line bg-surface p-5 desk:p-10 print:gap-6 print:border-0 print:p-0">
        <Heads receipt={receipt} />
        <Lines receipt={receipt} />
        <ReceiptMoney receipt={receipt} />
        <p className="text-14 text-ink-2">
          {i18n.t('Digital photos, delivered by download. Questions? Tell us receipt number {number}.', {
            number: receipt.number,
          })}
        </p>
      </article>
    </div>
  );
}

function Heads({ receipt }: { receipt: Receipt }) {
  const { seller, buyer, gift, number, paid_at } = receipt;
  return (
    <div className="grid gap-6 sm:grid-cols-3 print:grid-cols-3">
      <Head title={i18n.t('From')}>
        <b className="block font-[650] text-ink">{seller.name}</b>
        <span className="whitespace-pre-line">{seller.postal_address}</span>
      </Head>
      <Head title={i18n.t('For')}>
        <b className="block font-[650] text-ink">{buyer.name}</b>
        <span>{buyer.email}</span>
        {gift && <span className="block">{gift}</span>}
      </Head>
      <Head title={i18n.t('Receipt')}>
        <b className="block font-[650] text-ink tabular-nums">{i18n.t('No. {number}', { number })}</b>
        <Trans
          id="Paid <time>{date}</time>"
          values={{ date: formatDate(paid_at) }}
          components={{ time: <time dateTime={paid_at} /> }}
        />
      </Head>
    </div>
  );
}

function Head({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0 text-15 wrap-anywhere text-ink-2">
      <h2 className="pb-1 text-13 font-[650]">{title}</h2>
      <div>{children}</div>
    </div>
  );
}

function Lines({ receipt }: { receipt: Receipt }) {
  return (
    <Table
      className="text-15"
      headLook="border-edge border-b text-left text-13 text-ink-2 *:pb-2 *:font-[650]"
      rowLook="break-inside-avoid border-line border-b align-top *:py-3"
      rows={receipt.lines}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'item',
          head: i18n.t('Item'),
          className: 'pr-4 wrap-anywhere',
          cell: (line) => (
            <>
              <b className="block font-[650]">{i18n.t(line.description)}</b>
              <span className="block text-14 text-ink-2">{line.team}</span>
              <span className="block text-14 text-ink-2">{line.event}</span>
              {line.price_name && (
                <span className="block text-14 text-ink-2">{priceNameOf(line.price_name)}</span>
              )}
              {line.refunded > 0 && (
                <span className="block text-14 font-medium">
                  {i18n.t('Refunded {refunded}', { refunded: formatCents(line.refunded) })}
                </span>
              )}
            </>
          ),
        },
        {
          key: 'price',
          head: i18n.t('Price'),
          className: 'text-right font-[650] tabular-nums',
          cell: ({ price }) => formatCents(price),
        },
      ]}
    />
  );
}

type Line = { key: string; name: string; cents: number; isStrong?: boolean; isRuled?: boolean };

const REFUNDS = {
  reserved: /*i18n*/ 'Refund, {date}, on its way',
  pending: /*i18n*/ 'Refund, {date}, on its way',
  succeeded: /*i18n*/ 'Refund, {date}, sent to your bank',
  failed: /*i18n*/ 'Refund, {date}, returned by your bank',
};

type Refund = Receipt['refunds'][number];

function refundName({ status, is_paid_another_way, created_at }: Refund): string {
  const date = formatDate(created_at);
  return is_paid_another_way
    ? i18n.t('Refund, {date}, paid another way', { date })
    : i18n.t(REFUNDS[status], { date });
}

function paymentName(payment: Receipt['payments'][number]): string {
  const card = payment.card ? cardName(payment.card) : i18n.t('Card');
  const date = formatDate(payment.paid_at);
  if (payment.shares === null) return i18n.t('{card}, {date}', { card, date });
  return i18n.t('{card}, {count, plural, one {# share} other {# shares}} of 7, {date}', {
    card,
    count: payment.shares,
    date,
  });
}

/** One line per rate, where the rates were kept. */
function taxLinesOf(receipt: Receipt): Line[] {
  const { tax, tax_name, taxes } = receipt;
  const lines = taxes?.map(({ name, rate_millionths: rate, amount }, index) => ({
    key: index === 0 ? 'tax' : `tax-${index}`,
    name: rate > 0 ? `${translated(name)} (${formatRate(rate)})` : translated(name),
    cents: amount,
  })) ?? [{ key: 'tax', name: translated(tax_name || 'Tax'), cents: tax }];
  if (!isTaxIncluded(receipt)) return lines;
  return lines.map((line) => ({ ...line, name: i18n.t('Included: {tax}', { tax: line.name }) }));
}

/** A pool's receipt lists only the reader's own payments. */
export function linesOf(receipt: Receipt): Line[] {
  const { sub_total, credit, discount, coupon_code, total, payments, refunds } = receipt;
  const taxes = taxLinesOf(receipt);
  const isIncluded = isTaxIncluded(receipt);
  const changes: Line[] = [
    { key: 'credit', name: i18n.t('Photos you already bought'), cents: -credit },
    {
      key: 'discount',
      name: coupon_code ? i18n.t('Code {code}', { code: coupon_code }) : i18n.t('Discount'),
      cents: -discount,
    },
    ...(isIncluded ? [] : taxes),
  ].filter(({ cents }) => cents !== 0);
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
  const returned = refunds
    .filter(({ status, is_paid_another_way }) => status !== 'failed' || is_paid_another_way)
    .reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...(changes.length > 0 ? [{ key: 'sub', name: i18n.t('Subtotal'), cents: sub_total }] : []),
    ...changes,
    {
      key: 'total',
      name: receipt.is_pool ? i18n.t('Total of the group order') : i18n.t('Total'),
      cents: total,
      isStrong: true,
      isRuled: changes.length > 0,
    },
    ...(isIncluded ? taxes : []),
    ...payments.map((payment, index) => ({
      key: `paid-${index}`,
      name: paymentName(payment),
      cents: payment.amount,
      isRuled: index === 0,
    })),
    ...refunds.map((refund, index) => ({
      key: `refund-${index}`,
      name: refundName(refund),
      cents: -refund.amount,
    })),
    ...(receipt.is_pool || refunds.length > 0
      ? [
          {
            key: 'mine',
            name: receipt.is_pool ? i18n.t('You paid') : i18n.t('Total paid'),
            cents: paid - returned,
            isStrong: true,
            isRuled: true,
          },
        ]
      : []),
  ];
}

function ReceiptMoney({ receipt }: { receipt: Receipt }) {
  return (
    <dl className="ml-auto grid w-full max-w-[440px] gap-2 text-15">
      {linesOf(receipt).map(({ key, name, cents, isStrong, isRuled }) => (
        <div
          key={key}
          className={`flex items-baseline justify-between gap-6 ${isStrong ? 'text-18 font-bold' : 'text-ink-2'} ${isRuled ? 'border-line border-t pt-2.5' : ''}`}
        >
          <dt className="min-w-0">{name}</dt>
          <dd className="tabular-nums">{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

const receiptQuery = (orderKey: string) =>
  apiQuery(['orders', 'receipt', orderKey], orderEndpoints.orderReceipt, { params: { id: orderKey } });
