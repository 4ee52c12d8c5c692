import type { SalesReport } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { SectionCard } from '#web/components/section-card.tsx';
import { formatCount } from '#web/lib/formats.ts';
import { Bar } from './report-charts.tsx';

type Step = { label: string; value: number; words?: string };

function Steps({ steps, of }: { steps: readonly Step[]; of: number }) {
  return (
    <dl className="grid gap-3 text-14">
      {steps.map(({ label, value, words }) => (
        <div key={label} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1">
          <dt>{label}</dt>
          <dd className="text-right font-semibold tabular-nums">
            {words ?? formatCount(value)}
            {of > 0 && <span className="pl-2 font-normal text-ink-2">{Math.round((value / of) * 100)}%</span>}
          </dd>
          <dd aria-hidden className="col-span-2">
            <Bar part={of > 0 ? value / of : 0} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type FunnelsProps = {
  report: SalesReport;
  /** This number of customers found an album; it is undefined until they are counted. */
  found: number | undefined;
};

export function Funnels({ report, found }: FunnelsProps) {
  const { conversion, facial, pools, totals } = report;
  return (
    <div className="grid items-start gap-6 desk:grid-cols-3">
      <SectionCard title="From found to bought">
        {(found ?? conversion.viewed) === 0 ? (
          <p className="text-15 text-ink-2">Nobody found an album on these days</p>
        ) : (
          <Steps
            of={found ?? conversion.viewed}
            steps={[
              ...(found === undefined ? [] : [{ label: 'Found an album', value: found }]),
              { label: 'Viewed it', value: conversion.viewed },
              { label: 'Bought', value: conversion.bought },
            ]}
          />
        )}
      </SectionCard>
      <SectionCard title="Found by face">
        <Steps
          of={totals.gross}
          steps={[{ label: 'Share of gross sales', value: facial.gross, words: formatCents(facial.gross) }]}
        />
      </SectionCard>
      <SectionCard title="Group orders started">
        <Steps
          of={pools.opened}
          steps={[
            { label: 'Opened', value: pools.opened },
            { label: 'Joined by others', value: pools.joined },
            { label: 'Filled', value: pools.filled },
            { label: 'Released', value: pools.released },
          ]}
        />
      </SectionCard>
    </div>
  );
}
