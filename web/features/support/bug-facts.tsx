import type { SupportMessage } from '#contract/endpoints/support.ts';

type BugReport = NonNullable<SupportMessage['bug_report']>;

export function BugFacts({ report }: { report: BugReport }) {
  const facts = [
    ['Page', report.page],
    ['Browser', report.browser],
    ['Version', report.version],
    ['Errors', report.errors.join('\n')],
    ['Requests', report.request_ids.join('\n')],
  ] as const;
  return (
    <details className="w-full max-w-[85%] rounded-ctl border border-line px-3 py-2 text-13" open>
      <summary className="cursor-pointer font-[650]">Bug report</summary>
      <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-2.5 gap-y-1.5 pt-2">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere select-text">{value || 'None'}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
