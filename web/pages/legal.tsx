import { useQuery } from '@tanstack/react-query';
import { LegalText } from '#web/components/legal-text.tsx';
import { LocalText } from '#web/components/local-text.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { formatDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { legalQuery } from '#web/lib/legal.query.ts';

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
