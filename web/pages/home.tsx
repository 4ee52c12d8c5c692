import { useState } from 'react';
import type { AlbumOnly, TeamSubscription } from '#contract/entities/album.ts';
import { CardDownloadContext } from '#web/components/album-card.tsx';
import { Loading } from '#web/components/states.tsx';
import {
  AlbumAthletes,
  FindAthletePanel,
  HeroAthletes,
  SeeHeroAthletes,
  useHasAthletes,
} from '#web/features/athletes/album-athletes.tsx';
import { LatestEvents } from '#web/features/catalogue/latest-events.tsx';
import { downloadOnCard } from '#web/features/downloads/zip-downloads.tsx';
import { useMyAlbumList } from '#web/features/found-albums/album-list-screen.tsx';
import { MyAlbums, useStartAtAlbum } from '#web/features/found-albums/my-albums.tsx';
import { SavedTeamSearches } from '#web/features/found-albums/saved-team-searches.tsx';
import { isOfSavedTeam } from '#web/features/found-albums/team-searches.ts';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useUser } from '#web/lib/session.ts';
import { SearchEverywhere } from './search-everywhere.tsx';

/** Only newcomers see it. */
const Welcome = lazyPart(() => import('./welcome.tsx'), 'Welcome', <Loading />);

const TeamAlertsSheet = lazyPart(
  () => import('#web/features/notifications/team-alerts-sheet.tsx'),
  'TeamAlertsSheet',
);
const InstallHint = lazyPart(() => import('#web/features/notifications/install-hint.tsx'), 'InstallHint');

const noteOf = (albumId: number) => <AlbumAthletes albumId={albumId} />;
const heroOf = (albumId: number) => ({
  line: <HeroAthletes albumId={albumId} />,
  action: <SeeHeroAthletes albumId={albumId} />,
});

export function HomePage() {
  const { team_subscriptions, first_name } = useUser();
  const list = useMyAlbumList();
  const hasAthletes = useHasAthletes();
  const isForHero = (album: AlbumOnly) =>
    team_subscriptions.length === 0 || isOfSavedTeam(album, team_subscriptions) || hasAthletes(album.id);
  const isNew = team_subscriptions.length + list.albums.length === 0 && !list.isLoading && !list.hasFailed;
  const [alertsOf, setAlertsOf] = useState<TeamSubscription>();
  useStartAtAlbum();
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 pt-4 pb-10 desk:gap-8 desk:pt-6 desk:pb-20">
      {isNew ? (
        <Welcome firstName={first_name} />
      ) : (
        <h1 tabIndex={-1} className="sr-only">
          {i18n.t('Your teams’ photos')}
        </h1>
      )}
      <CardDownloadContext value={downloadOnCard}>
        <MyAlbums
          list={list}
          panel={
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
              <SavedTeamSearches searches={team_subscriptions} albums={list.albums} onAlerts={setAlertsOf} />
              {team_subscriptions.length > 0 && <InstallHint />}
              <FindAthletePanel />
            </div>
          }
          noteOf={noteOf}
          isForHero={isForHero}
          heroOf={heroOf}
          elsewhere={(text) => <SearchEverywhere text={text} own={list.albums} />}
          welcome={isNew ? null : <LatestEvents />}
        />
      </CardDownloadContext>
      {alertsOf && <TeamAlertsSheet team={alertsOf} onClose={() => setAlertsOf(undefined)} />}
    </div>
  );
}
