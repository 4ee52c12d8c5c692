import { buttonStyle } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { UnsubscribePanel } from '#web/features/notifications/unsubscribe-panel.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { unsubscribeSearch, useSearchState } from '#web/lib/search-params.ts';

export function UnsubscribePage() {
  const { action } = useSearchState(unsubscribeSearch).search;
  const settingsLink = (
    <Link to={paths.profile} hash="notifications" className={buttonStyle('line')}>
      {i18n.t('All notification settings')}
    </Link>
  );
  return (
    <div className="wrap grid max-w-[760px] gap-6 py-8 desk:gap-8 desk:py-14">
      <PageHeading title={i18n.t('Stop emails')} />
      {action === undefined ? (
        <EmptyState
          title={i18n.t('Open this page from an email')}
          sentence={i18n.t(
            'There’s a link to this page at the end of every email. Or log in and choose there.',
          )}
        >
          {settingsLink}
        </EmptyState>
      ) : (
        <UnsubscribePanel action={action} settingsLink={settingsLink} />
      )}
    </div>
  );
}
