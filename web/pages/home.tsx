import { MyAlbums } from '#web/features/found-albums/my-albums.tsx';
import { SavedTeamSearches } from '#web/features/found-albums/saved-team-searches.tsx';
import { useMyAlbumList } from '#web/features/found-albums/use-my-album-list.ts';
import { useUser } from '#web/lib/session.ts';

export function HomePage() {
  const { team_subscriptions } = useUser();
  const list = useMyAlbumList();
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 pt-4 pb-10 desk:gap-8 desk:pt-6 desk:pb-20">
      <h1 tabIndex={-1} className="sr-only">
        Albums for your teams
      </h1>
      <MyAlbums
        list={list}
        panel={<SavedTeamSearches searches={team_subscriptions} albums={list.albums} />}
      />
    </div>
  );
}
