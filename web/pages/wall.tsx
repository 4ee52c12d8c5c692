import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { Fullscreen } from '#web/components/viewer-bar.tsx';
import { WallScreen } from '#web/features/wall/wall-screen.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { usePathParams } from '#web/lib/navigation.tsx';

/** A screen at the venue. It needs no account and nobody who looks after it. */
export function WallPage() {
  const { token } = usePathParams('/wall/:token');
  return (
    <Fullscreen>
      <meta name="robots" content="noindex, nofollow" />
      <WallScreen key={token} token={token} gone={<GoneWall />} />
    </Fullscreen>
  );
}

function GoneWall() {
  return (
    <div className="wrap grid gap-6 py-16">
      <PageHeading title={i18n.t('Live wall')} />
      <EmptyState
        title={i18n.t('This link no longer works')}
        sentence={i18n.t('It may have expired, or part of it is missing. Ask the photo team for a new one.')}
      />
    </div>
  );
}
