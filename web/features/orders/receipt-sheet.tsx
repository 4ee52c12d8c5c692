import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Receipt } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { formatDate } from '#web/lib/formats.ts';
import { ReceiptMoney } from './receipt-money.tsx';

export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="text-28 leading-tight font-extrabold tracking-[-0.03em] desk:text-36">
          Receipt
        </h1>
        <Button kind="line" className="print:hidden!" onClick={() => window.print()}>
          <Printer aria-hidden size={20} strokeWidth={1.8} />
          Print
        </Button>
      </div>
      <article className="grid gap-8 rounded-sheet border border-line bg-surface p-5 desk:p-10 print:gap-6 print:border-0 print:p-0">
        <Heads receipt={receipt} />
        <Lines receipt={receipt} />
        <ReceiptMoney receipt={receipt} />
        <p className="text-14 text-ink-2">
          Digital goods, delivered by download. Questions? Tell us the receipt number {receipt.number}.
        </p>
      </article>
    </div>
  );
}

function Heads({ receipt }: { receipt: Receipt }) {
  const { seller, buyer, gift, number, paid_at } = receipt;
  return (
    <div className="grid gap-6 sm:grid-cols-3 print:grid-cols-3">
      <Head title="From">
        <b className="block font-[650] text-ink">{seller.name}</b>
        <span className="whitespace-pre-line">{seller.postal_address}</span>
      </Head>
      <Head title="For">
        <b className="block font-[650] text-ink">{buyer.name}</b>
        <span className="break-words">{buyer.email}</span>
        {gift && <span className="block break-words">{gift}</span>}
      </Head>
      <Head title="Receipt">
        <b className="block font-[650] text-ink tabular-nums">No. {number}</b>
        Paid <time dateTime={paid_at}>{formatDate(paid_at)}</time>
      </Head>
    </div>
  );
}

function Head({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0 text-15 text-ink-2">
      <h2 className="pb-1 text-13 font-[650]">{title}</h2>
      <div>{children}</div>
    </div>
  );
}

function Lines({ receipt }: { receipt: Receipt }) {
  return (
    <table className="w-full text-15">
      <thead>
        <tr className="border-edge border-b text-left text-13 text-ink-2">
          <th scope="col" className="pb-2 font-[650]">
            Item
          </th>
          <th scope="col" className="pb-2 text-right font-[650]">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {receipt.lines.map((line) => (
          <tr key={line.id} className="break-inside-avoid border-line border-b align-top">
            <td className="py-3 pr-4">
              <b className="block font-[650]">{line.description}</b>
              <span className="block text-14 text-ink-2">{line.team}</span>
              <span className="block text-14 text-ink-2">{line.event}</span>
              {line.price_name && <span className="block text-14 text-ink-2">{line.price_name}</span>}
              {line.refunded > 0 && (
                <span className="block text-14 font-medium">Refunded {formatCents(line.refunded)}</span>
              )}
            </td>
            <td className="py-3 text-right font-[650] tabular-nums">{formatCents(line.price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
