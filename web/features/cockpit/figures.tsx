import type { ReactNode } from 'react';
import type { Cockpit } from '#contract/endpoints/cockpit.ts';
import { formatCents } from '#contract/rules/money.ts';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { percentWords } from './live-words.ts';

type Figure = { label: string; value: string; note: ReactNode; isTheirs?: boolean };

export function figuresOf({ uploads, sales, share }: Cockpit, shareLabel = 'Your share so far'): Figure[] {
  const back = sales.refunds + sales.disputes;
  return [
    {
      label: shareLabel,
      value: formatCents(share.owed),
      note: `${percentWords(share.rate_basis_points)} of net sales`,
      isTheirs: true,
    },
    {
      label: 'Net sales',
      value: formatCents(sales.net),
      note: `${formatCents(sales.gross)} sold, ${formatCents(back)} refunded`,
    },
    {
      label: 'Sold',
      value: formatCount(sales.albums_sold + sales.images_sold),
      note: `${countOf(sales.albums_sold, 'album')}, ${countOf(sales.images_sold, 'single photo')} in ${countOf(sales.orders, 'order')}`,
    },
    {
      label: 'Photos',
      value: formatCount(uploads.photos),
      note: `${formatCount(uploads.photos_published)} published; ${countOf(uploads.teams, 'team')}, ${uploads.albums_published} of ${countOf(uploads.albums, 'album')} on sale`,
    },
  ];
}

type FiguresProps = {
  cockpit: Cockpit;
  /** What the producer's share is called for a reader who is not the producer. */
  shareLabel?: string;
};

export function Figures({ cockpit, shareLabel }: FiguresProps) {
  return (
    <section aria-label="Totals">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-sheet border border-line bg-line desk:grid-cols-4">
        {figuresOf(cockpit, shareLabel).map(({ label, value, note, isTheirs }) => (
          <div
            key={label}
            className={`grid content-start gap-1 p-4 desk:p-6 ${isTheirs ? 'bg-spot-wash' : 'bg-surface'}`}
          >
            <dt className="text-14 text-ink-2">{label}</dt>
            <dd
              key={value}
              className="text-22 leading-tight font-[750] tracking-[-0.02em] tabular-nums transition-[opacity,translate] duration-(--d3) starting:translate-y-1 starting:opacity-0 desk:text-28"
            >
              {value}
            </dd>
            <dd className="text-13 text-ink-2 tabular-nums">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
