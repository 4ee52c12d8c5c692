import type { UseQueryResult } from '@tanstack/react-query';
import { buttonStyle } from '#web/components/button.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';

/** The page of an album while it loads, and when it cannot be loaded. */
export function AlbumNotLoaded({ query }: { query: UseQueryResult }) {
  const loading = <Skeleton label={i18n.t('Loading the album')} className="h-[420px]" />;
  return (
    <div className="wrap grid gap-8 py-8 desk:py-12">
      <QueryState query={query} loading={loading} missing={<AlbumMissing />}>
        {() => loading}
      </QueryState>
    </div>
  );
}

export function AlbumMissing() {
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        {i18n.t('Album not found')}
      </h1>
      <EmptyState
        title={i18n.t('Album not found')}
        sentence={i18n.t(
          'Part of the link may be missing, or the photos aren’t up yet. Search for your team or browse events.',
        )}
        link={{ to: paths.searchAlbums, label: i18n.t('Search albums') }}
      >
        <Link to={paths.events} className={buttonStyle('line')}>
          {i18n.t('Browse events')}
        </Link>
      </EmptyState>
    </>
  );
}
