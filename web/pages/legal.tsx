import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LocalText } from '#web/components/local-text.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { formatDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { legalQuery } from '#web/lib/site.query.ts';

export const TermsPage = () => <LegalPage kind="terms" title={i18n.t('Terms of use')} />;
export const PrivacyPage = () => <LegalPage kind="privacy" title={i18n.t('Privacy notice')} />;

function LegalPage({ kind, title }: { kind: 'terms' | 'privacy'; title: string }) {
  const { data, error, refetch } = useQuery(legalQuery);
  return (
    <div className="wrap grid max-w-[840px] gap-4 py-8 desk:py-14">
      <PageHeading title={title}>
        {data && (
          <LocalText
            text={[
              i18n.t('Version {version}', { version: data.version }),
              data.changed_at && formatDate(data.changed_at),
            ]
              .filter(Boolean)
              .join(', ')}
          />
        )}
      </PageHeading>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton label={i18n.t('Loading')} className="h-[480px]" />}
      {data && (
        <div className="grid gap-4" lang={data.languages[kind]}>
          {data.languages[kind] !== i18n.language && (
            <p lang={i18n.language} className="text-16 font-[650] text-ink">
              {i18n.t('This text is available in English only.')}
            </p>
          )}
          <LegalText text={data[kind]} />
        </div>
      )}
    </div>
  );
}

/** Lines that start with "# " are headings, those with "- " items of a list; all others are paragraphs. */
function LegalText({ text }: { text: string }) {
  const blocks: ReactNode[] = [];
  let items: string[] = [];
  const closeList = () => {
    if (items.length === 0) return;
    blocks.push(
      <ul key={blocks.length} className="grid list-disc gap-1.5 pl-5">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>,
    );
    items = [];
  };
  for (const line of text.split(/\r?\n/).map((typed) => typed.trim())) {
    if (line.startsWith('- ')) {
      items.push(line.slice(2));
      continue;
    }
    closeList();
    if (line.startsWith('# ')) {
      blocks.push(
        <h2 key={blocks.length} className="pt-4 text-18 font-bold tracking-[-0.02em] text-ink">
          {line.slice(2)}
        </h2>,
      );
    } else if (line !== '') blocks.push(<p key={blocks.length}>{line}</p>);
  }
  closeList();
  return <div className="grid max-w-[68ch] gap-3 text-16 text-ink-2 wrap-anywhere">{blocks}</div>;
}
