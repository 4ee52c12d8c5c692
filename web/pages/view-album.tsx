import { useQuery } from '@tanstack/react-query';
import { FailedState } from '#web/components/failed-state.tsx';
import { LogInToView } from '#web/components/log-in-to-view.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { publicAlbumQuery } from '#web/features/catalogue/public-album.query.ts';
import { SharedAlbum } from '#web/features/catalogue/shared-album.tsx';
import { invitationQuery } from '#web/features/invites/album-invites.query.ts';
import { OpenInvitation } from '#web/features/invites/open-invitation.tsx';
import { isApiError } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { usePathParams, useSearchText } from '#web/lib/use-path-params.ts';
import { AlbumMissing } from './album-missing.tsx';

export function ViewAlbumPage() {
  const { albumId } = usePathParams('/view-album/:albumId');
  const { data: album, error, refetch } = useQuery(publicAlbumQuery(albumId));
  const invitation = useInvitation(albumId);
  const event = album?.events[0];
  if (album && event) return <SharedAlbum album={album} event={event} invitation={invitation} />;
  // An address that is no album, and one that is not well formed, are the same to a person.
  const isMissing = isApiError(error) && (error.status === 404 || error.status === 400);
  return (
    <div className="wrap grid gap-8 py-8 desk:py-12">
      {isMissing && <AlbumMissing />}
      {error && !isMissing && <FailedState error={error} onRetry={refetch} />}
      {!error && <Skeleton label="Loading the album" className="h-[420px]" />}
    </div>
  );
}

/** One that was taken back, or never was, leaves the album's own way in. */
function useInvitation(albumUuid: string) {
  const { isLoggedIn } = useSession();
  const invite = useSearchText('invite');
  const path = paths.viewAlbum(albumUuid);
  const { data, error } = useQuery({
    ...invitationQuery(invite ?? '', path),
    enabled: invite !== undefined,
  });
  if (invite === undefined) return undefined;
  if (data) {
    return {
      note: (
        <Notice tone="ok">
          You were invited to this album. It stays among your albums once you open it.
        </Notice>
      ),
      wayIn: isLoggedIn ? (
        <OpenInvitation invite={invite} />
      ) : (
        <LogInToView comeBackTo={`${path}?invite=${encodeURIComponent(invite)}`} />
      ),
    };
  }
  const isEnded = isApiError(error) && (error.status === 404 || error.status === 400);
  return isEnded ? { note: <Notice tone="info">This invitation does not work any more.</Notice> } : undefined;
}
