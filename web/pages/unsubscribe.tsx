import { buttonStyle } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { UnsubscribePanel } from '#web/features/notifications/unsubscribe-panel.tsx';
import { Link, paths } from '#web/lib/navigation.tsx';
import { unsubscribeSearch, useSearchState } from '#web/lib/search-params.ts';

export function UnsubscribePage() {
  const { action } = useSearchState(unsubscribeSearch).search;
  const settingsLink = (
    <Link to={paths.profile} hash="notifications" className={buttonStyle('line')}>
      All notification settings
    </Link>
  );
  return (
    <div className="wrap grid max-w-[760px] gap-6 py-8 desk:gap-8 desk:py-14">
      <PageHeading title="Stop emails" />
      {action === undefined ? (
        <EmptyState
          title="Open this page from an email"
          sentence="Every email ends with a link to this page. You can also log in and choose."
        >
          {settingsLink}
        </EmptyState>
      ) : (
        <UnsubscribePanel action={action} settingsLink={settingsLink} />
      )}
    </div>
  );
}
