import { useQuery } from '@tanstack/react-query';
import { LogInToView } from '#web/components/log-in-to-view.tsx';
import { Notice } from '#web/components/notice.tsx';
import { isAlbumNumber, publicAlbumQuery } from '#web/features/catalogue/public-album.query.ts';
import { SharedAlbum } from '#web/features/catalogue/shared-album.tsx';
import { invitationQuery } from '#web/features/invites/invites.query.ts';
import { OpenInvitation } from '#web/features/invites/open-invitation.tsx';
import { isMissing } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { publicAlbumSearch } from '#web/lib/search-params.ts';
import { useSession } from '#web/lib/session.ts';
import { usePathParams } from '#web/lib/use-path-params.ts';
import { useSearchState } from '#web/lib/use-search-state.ts';
import { AlbumNotLoaded } from './album-missing.tsx';

export function ViewAlbumPage() {
  const { albumId } = usePathParams('/view-album/:albumId');
  const { isLoggedIn } = useSession();
  const needsLogin = isAlbumNumber(albumId) && !isLoggedIn;
  const album = useQuery({ ...publicAlbumQuery(albumId), enabled: !needsLogin });
  const invitation = useInvitation(albumId);
  if (needsLogin) return <LogInFirst comeBackTo={paths.viewAlbum(albumId)} />;
  const event = album.data?.events[0];
  if (album.data && event) return <SharedAlbum album={album.data} event={event} invitation={invitation} />;
  return <AlbumNotLoaded query={album} />;
}

function LogInFirst({ comeBackTo }: { comeBackTo: string }) {
  return (
    <div className="wrap grid justify-items-start gap-6 py-8 desk:py-12">
      <h1 tabIndex={-1} className="text-28 font-[750]">
        Photos of a team
      </h1>
      <LogInToView comeBackTo={comeBackTo} />
    </div>
  );
}

/** A revoked invitation leaves the album's normal way in. */
function useInvitation(albumUuid: string) {
  const { isLoggedIn } = useSession();
  const { invite } = useSearchState(publicAlbumSearch).search;
  const path = paths.viewAlbum(albumUuid);
  const { data, error } = useQuery({
    ...invitationQuery(invite ?? '', path),
    enabled: invite !== undefined,
  });
  if (invite === undefined) return undefined;
  if (data) {
    return {
      note: <Notice tone="ok">You were invited to this album. Open it to add it to your albums.</Notice>,
      wayIn: isLoggedIn ? (
        <OpenInvitation invite={invite} />
      ) : (
        <LogInToView comeBackTo={`${path}?invite=${encodeURIComponent(invite)}`} />
      ),
    };
  }
  return isMissing(error)
    ? { note: <Notice tone="info">This invitation no longer works.</Notice> }
    : undefined;
}
