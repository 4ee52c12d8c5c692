import type { Album } from '#contract/entities/album.ts';
import { eventLine } from '#contract/rules/title-lines.ts';
import { TextLink } from '#web/components/text-link.tsx';
import { paths } from '#web/lib/paths.ts';
import { typedSearch } from '#web/lib/search-params.ts';
import { searchFor } from '#web/lib/use-search-state.ts';
import { ScheduleRow } from './schedule-row.tsx';

type MoreAlbumsProps = {
  albums: readonly Album[];
  q: string;
  /** In words, or undefined if every album is listed here. */
  total: string | undefined;
};

export function MoreAlbums({ albums, q, total }: MoreAlbumsProps) {
  return (
    <section aria-labelledby="more-albums" className="grid gap-1">
      <h2 id="more-albums" className="text-16 font-bold tracking-[-0.01em]">
        All albums
      </h2>
      <ul>
        {albums.map((album) => {
          const [event] = album.events;
          return (
            event && (
              <li key={album.id} data-result>
                <ScheduleRow album={album} event={event} place={eventLine(event)} />
              </li>
            )
          );
        })}
      </ul>
      {total && (
        <div data-result>
          <TextLink to={paths.searchAlbums} search={searchFor(typedSearch, { q })}>
            See all {total} albums
          </TextLink>
        </div>
      )}
    </section>
  );
}
