import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { buttonStyle } from '#web/components/button.tsx';
import { Notice } from '#web/components/states.tsx';
import {
  isAlbumNumber,
  publicAlbumQuery,
  visitedAlbumQuery,
} from '#web/features/catalogue/catalogue.query.ts';
import { SharedAlbum } from '#web/features/catalogue/shared-album.tsx';
import { invitationQuery, inviterQuery } from '#web/features/invites/invites.query.ts';
import { OpenInvitation } from '#web/features/invites/open-invitation.tsx';
import { isMissing } from '#web/lib/api-error.ts';
import { comeBackTo } from '#web/lib/come-back.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths, usePathParams } from '#web/lib/navigation.tsx';
import { publicAlbumSearch, useSearchState } from '#web/lib/search-params.ts';
import { useSession } from '#web/lib/session.ts';
import { AlbumEntry } from './album-entry.tsx';
import { AlbumNotLoaded } from './album-missing.tsx';

export function ViewAlbumPage() {
  const { albumId } = usePathParams('/view-album/:albumId');
  const { isLoggedIn } = useSession();
  return isAlbumNumber(albumId) && !isLoggedIn ? (
    <VisitedAlbum albumId={Number(albumId)} />
  ) : (
    <LinkedAlbum albumId={albumId} isLoggedIn={isLoggedIn} />
  );
}

/** An album that was not shared looks like one that does not exist. */
function VisitedAlbum({ albumId }: { albumId: number }) {
  const album = useQuery(visitedAlbumQuery(albumId));
  if (isMissing(album.error)) return <LogInFirst page={paths.viewAlbum(albumId)} />;
  const event = album.data?.events[0];
  if (!album.data || !event) return <AlbumNotLoaded query={album} />;
  return (
    <SharedAlbum album={album.data} event={event} wayIn={<AlbumEntry album={album.data} event={event} />} />
  );
}

function LinkedAlbum({ albumId, isLoggedIn }: { albumId: string; isLoggedIn: boolean }) {
  const album = useQuery(publicAlbumQuery(albumId));
  const invitation = useInvitation(albumId);
  const event = album.data?.events[0];
  if (!album.data || !event) return <AlbumNotLoaded query={album} />;
  const { works, note } = invitation;
  const invite = works ? invitation.invite : undefined;
  const wayIn = isLoggedIn ? (
    invite && <OpenInvitation invite={invite} />
  ) : (
    <AlbumEntry album={album.data} event={event} invite={invite} />
  );
  return <SharedAlbum album={album.data} event={event} note={note} wayIn={wayIn} />;
}

function LogInFirst({ page }: { page: string }) {
  const comeBack = comeBackTo(page);
  return (
    <div className="wrap grid justify-items-start gap-6 py-8 desk:py-12">
      <h1 tabIndex={-1} className="text-28 font-[750]">
        {i18n.t('Team photos')}
      </h1>
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
          <Link to={paths.logIn} {...comeBack} className={`${buttonStyle()} h-[52px]!`}>
            {i18n.t('Log in to view')}
          </Link>
          <Link to={paths.register} {...comeBack} className={`${buttonStyle('line')} h-[52px]!`}>
            {i18n.t('Create account')}
          </Link>
        </div>
        <p className="text-14 text-ink-2">
          {i18n.t('It’s free. We ask you to log in because these are photos of kids.')}
        </p>
      </div>
    </div>
  );
}

type Invitation = { invite: string | undefined; works: boolean; note: ReactNode };

/** After an invitation was revoked, the normal log-in of the album remains. */
function useInvitation(albumUuid: string): Invitation {
  const { invite } = useSearchState(publicAlbumSearch).search;
  const isInvited = invite !== undefined;
  const { data, error } = useQuery({
    ...invitationQuery(invite ?? '', paths.viewAlbum(albumUuid)),
    enabled: isInvited,
  });
  const inviter = useQuery({ ...inviterQuery(invite ?? ''), enabled: isInvited && data !== undefined });
  if (data) {
    const who = inviter.data?.inviter_first_name;
    const note = who
      ? i18n.t('{name} invited you to this album.', { name: who })
      : i18n.t('You’re invited to this album.');
    return { invite, works: true, note: <Notice tone="ok">{note}</Notice> };
  }
  const isOver = isInvited && isMissing(error);
  return {
    invite,
    works: false,
    note: isOver && <Notice tone="info">{i18n.t('This invitation no longer works.')}</Notice>,
  };
}
