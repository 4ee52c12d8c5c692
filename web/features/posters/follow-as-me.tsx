import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type PosterTeam, posterEndpoints } from '#contract/endpoints/posters.ts';
import { MAX_SAVED_TEAMS, TEAM_PLACE_DAYS } from '#contract/rules/albums.ts';
import { Button } from '#web/components/button.tsx';
import { ErrorNotice, Notice } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { callApi } from '#web/lib/api.ts';
import { takePendingFollow } from '#web/lib/come-back.ts';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';
import { wantAlbum } from '#web/lib/wanted-album.ts';

export type Followed = ResponseOf<typeof posterEndpoints.followTeam>;

type FollowAsMeProps = {
  team: PosterTeam;
  followed: Followed | undefined;
  onFollowed: (followed: Followed) => void;
};

/** One tap saves the team and opens its photos. If it was tapped before the log-in, nobody taps again. */
export function FollowAsMe({ team, followed, onFollowed }: FollowAsMeProps) {
  const user = useUser();
  const navigate = useNavigate();
  const { code } = team;
  const follow = useMutation({
    mutationFn: () => callApi(posterEndpoints.followTeam, { params: { code } }),
    onSuccess: (answer) => {
      onFollowed(answer);
      if (answer.album === null) return;
      wantAlbum(answer.album);
      void navigate({ to: paths.userAlbum(answer.album) });
    },
  });
  const { mutate } = follow;
  // The browser keeps the team across the log-in, so this reads from outside React.
  useEffect(() => {
    if (takePendingFollow(code)) mutate();
  }, [code, mutate]);
  if (followed) return <SavedTeam team={team} followed={followed} />;
  return (
    <div className="grid gap-3">
      <ErrorNotice error={follow.error} />
      <Button isBusy={follow.isPending} onClick={() => mutate()} className="h-[52px]! w-full">
        {team.is_up ? i18n.t('See the photos') : i18n.t('Tell me when photos are up')}
      </Button>
      <p className="text-13 text-ink-2">
        {i18n.t('You’re logged in as {address}.', { address: user.email || (user.phone_number ?? '') })}
      </p>
    </div>
  );
}

function SavedTeam({ team, followed }: { team: PosterTeam; followed: Followed }) {
  if (!followed.saved) {
    return (
      <Notice tone="info">
        {i18n.t(
          'You already follow {maximum} teams, so we couldn’t save {teamName}. When you remove a team, its spot frees up after {days} days.',
          { maximum: MAX_SAVED_TEAMS, teamName: teamName(team), days: TEAM_PLACE_DAYS },
        )}{' '}
        <TextLink to={paths.home}>{i18n.t('See your teams')}</TextLink>
      </Notice>
    );
  }
  return (
    <div className="grid gap-3">
      <Notice tone="ok">
        {followed.album === null
          ? i18n.t('You’re following {teamName}. We’ll tell you when the photos are up.', {
              teamName: teamName(team),
            })
          : i18n.t('You’re following {teamName}. Opening the photos…', { teamName: teamName(team) })}
      </Notice>
      <p className="flex flex-wrap gap-x-4">
        {followed.album !== null && (
          <TextLink to={paths.userAlbum(followed.album)}>{i18n.t('Open the album')}</TextLink>
        )}
        <TextLink to={paths.home}>{i18n.t('Go to my albums')}</TextLink>
      </p>
    </div>
  );
}
