import { buttonStyle } from '#web/components/button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { UnsubscribePanel } from '#web/features/notifications/unsubscribe-panel.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { unsubscribeSearch } from '#web/lib/search-params.ts';
import { useSearchState } from '#web/lib/use-search-state.ts';

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
