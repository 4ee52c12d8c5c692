import { BugButton } from '#web/components/help-button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState, Notice, Skeleton } from '#web/components/states.tsx';
import { CockpitBoard, LiveStatus, useCockpit } from '#web/features/cockpit/cockpit-board.tsx';
import { ConnectAccount } from '#web/features/payees/connect-account.tsx';
import { useNow } from '#web/lib/clock.ts';
import { usePathParams } from '#web/lib/navigation.tsx';
import { useSiteName } from '#web/lib/site.query.ts';

export function CockpitPage() {
  const { token } = usePathParams('/cockpit/:token');
  const { data: cockpit, updatedAt, isReconnecting, isGone } = useCockpit(token);
  const now = useNow();
  const siteName = useSiteName();
  return (
    <div className="wrap grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-6 pt-3 pb-16 desk:pt-6 print:max-w-none print:p-0">
      <meta name="robots" content="noindex, nofollow" />
      <div className="flex min-h-11 items-center justify-between gap-4">
        <p className="flex items-center gap-2 text-18 font-extrabold tracking-[-0.04em]">
          <span aria-hidden className="spot-mark size-4 rounded-full" />
          {siteName.toLowerCase()}
        </p>
        <div className="flex items-center gap-2 print:hidden">
          {!isGone && <LiveStatus updatedAt={updatedAt} isReconnecting={isReconnecting} now={now} />}
          <BugButton />
        </div>
      </div>
      {isGone ? (
        <>
          <PageHeading title="Event cockpit" />
          <EmptyState
            title="This link no longer works"
            sentence="It may have been revoked, expired or copied incompletely. Ask the photo team for a new one."
          />
        </>
      ) : cockpit ? (
        <>
          <CockpitBoard cockpit={cockpit} now={now} />
          <ConnectAccount by="cockpit" token={token} />
        </>
      ) : (
        <>
          <PageHeading title="Event cockpit" />
          {isReconnecting && <Notice tone="info">Not connected yet. We keep trying.</Notice>}
          <Skeleton label="Loading totals" className="h-[76px]" />
          <Skeleton label="Loading totals" className="h-[220px] desk:h-[132px]" />
          <Skeleton label="Loading teams" className="h-[420px]" />
        </>
      )}
    </div>
  );
}
