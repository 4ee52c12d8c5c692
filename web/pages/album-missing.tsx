import { Link } from '@tanstack/react-router';
import { buttonStyle } from '#web/components/button-style.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { paths } from '#web/lib/paths.ts';

export function AlbumMissing() {
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        Album not found
      </h1>
      <EmptyState
        title="This album is not here"
        sentence="The link may be incomplete, or the album is not online yet. Search for the team, or look at the event."
      >
        <Link to={paths.searchAlbums} className={buttonStyle()}>
          Search albums
        </Link>
        <Link to={paths.events} className={buttonStyle('line')}>
          Browse events
        </Link>
      </EmptyState>
    </>
  );
}
