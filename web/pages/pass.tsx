import { useQuery } from '@tanstack/react-query';
import { BugButton } from '#web/components/help-button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { PageTabs } from '#web/components/page-tabs.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { PassClock, PassUpload } from '#web/features/ingest/pass-upload.tsx';
import { PassCamera } from '#web/features/passes/pass-camera.tsx';
import { PassPhotos } from '#web/features/passes/pass-photos.tsx';
import { PassStatementView, passQuery } from '#web/features/passes/pass-statement.tsx';
import { ConnectAccount } from '#web/features/payees/connect-account.tsx';
import { formatDay } from '#web/lib/formats.ts';
import { usePathParams } from '#web/lib/navigation.tsx';
import { useSiteName } from '#web/lib/site.query.ts';

/** A photographer without an account uploads to one event, and sees their own photos and statement. */
export function PassPage() {
  const { token } = usePathParams('/pass/:token');
  const pass = useQuery(passQuery(token));
  const siteName = useSiteName();
  return (
    <div className="wrap grid max-w-[1120px] grid-cols-[minmax(0,1fr)] gap-6 pt-3 pb-16 desk:pt-6">
      <meta name="robots" content="noindex, nofollow" />
      <div className="flex min-h-11 items-center justify-between gap-4">
        <p className="flex items-center gap-2 text-18 font-extrabold tracking-[-0.04em]">
          <span aria-hidden className="spot-mark size-4 rounded-full" />
          {siteName.toLowerCase()}
        </p>
        <BugButton />
      </div>
      <QueryState
        query={pass}
        loading={<Skeleton label="Loading the pass" className="h-[420px]" />}
        missing={<GonePass />}
      >
        {({ photographer, event, ends_on, files_left, counts, camera }) => (
          <>
            <PageHeading title={event.name}>
              Photographer pass for {photographer}, valid through {formatDay(ends_on)}.{' '}
              {[event.venue_name, event.city, event.state].filter(Boolean).join(', ')}
            </PageHeading>
            <PageTabs
              label="Pass"
              tabs={[
                {
                  name: 'upload',
                  label: 'Upload',
                  content: <PassUpload token={token} eventName={event.name} filesLeft={files_left} />,
                },
                ...(camera
                  ? [
                      {
                        name: 'camera',
                        label: 'Camera',
                        content: <PassCamera token={token} camera={camera} counts={counts} />,
                      },
                    ]
                  : []),
                {
                  name: 'photos',
                  label: 'Your photos',
                  count: Object.values(counts).reduce((sum, count) => sum + count, 0),
                  content: <PassPhotos token={token} counts={counts} />,
                },
                { name: 'clock', label: 'Camera clock', content: <PassClock event={event} /> },
                { name: 'statement', label: 'Statement', content: <PassEarnings token={token} /> },
              ]}
            />
          </>
        )}
      </QueryState>
    </div>
  );
}

function PassEarnings({ token }: { token: string }) {
  return (
    <div className="grid gap-5">
      <PassStatementView token={token} />
      <ConnectAccount by="pass" token={token} />
    </div>
  );
}

function GonePass() {
  return (
    <>
      <PageHeading title="Photographer pass" />
      <EmptyState
        title="This pass no longer works"
        sentence="It has ended, or it was copied incompletely. Ask the photo team for a new one."
      />
    </>
  );
}
