import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { Fullscreen } from '#web/components/viewer-bar.tsx';
import { countOpening, sharedPhotosQuery } from '#web/features/photo-links/photo-links.query.ts';
import { SharedGallery } from '#web/features/photo-links/shared-gallery.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths, usePathParams } from '#web/lib/navigation.tsx';
import { useSiteName } from '#web/lib/site.query.ts';

/** Photos that their owner shares with people who have no account. */
export function SharedPhotosPage() {
  const { token } = usePathParams('/shared/:token');
  const shared = useQuery(sharedPhotosQuery(token));
  const siteName = useSiteName();
  // The photos stay when their renewal fails, so that it does not count as another visit.
  const isOpen = shared.data !== undefined;
  useEffect(() => {
    if (isOpen) void countOpening(token);
  }, [isOpen, token]);
  return (
    <Fullscreen>
      <meta name="robots" content="noindex, nofollow" />
      <div className="mx-auto grid max-w-[1400px] grid-cols-[minmax(0,1fr)] gap-5 pb-16">
        <p className="flex min-h-[60px] items-center px-4 desk:px-6">
          <Link
            to={paths.home}
            className="flex items-center gap-2 rounded-tile text-18 font-extrabold tracking-[-0.04em] lowercase"
          >
            <span aria-hidden className="spot-mark size-4 rounded-full" />
            {siteName}
          </Link>
        </p>
        <QueryState
          query={shared}
          loading={<Skeleton label={i18n.t('Loading the photos')} className="mx-4 h-[420px] desk:mx-6" />}
          missing={<GoneLink />}
        >
          {(loaded) => <SharedGallery shared={loaded} />}
        </QueryState>
      </div>
    </Fullscreen>
  );
}

function GoneLink() {
  return (
    <div className="px-4 desk:px-6">
      <h1 tabIndex={-1} className="sr-only">
        {i18n.t('Shared photos')}
      </h1>
      <EmptyState
        title={i18n.t('This link no longer works')}
        sentence={i18n.t('It may have expired, or part of it got lost. Ask whoever sent it for a new one.')}
      />
    </div>
  );
}
