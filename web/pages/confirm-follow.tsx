import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type PosterTeam, posterEndpoints } from '#contract/endpoints/posters.ts';
import { Button } from '#web/components/button.tsx';
import { LEGAL_LINKS } from '#web/components/legal-link.tsx';
import { ErrorNotice, Notice } from '#web/components/states.tsx';
import { Trans } from '#web/components/trans.tsx';
import { openIssuedSession } from '#web/features/accounts/open-issued-session.ts';
import { useChallenge } from '#web/features/accounts/use-challenge.tsx';
import { FollowAsMe, type Followed } from '#web/features/posters/follow-as-me.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { useSession } from '#web/lib/session.ts';
import { wantAlbum } from '#web/lib/wanted-album.ts';

/**
 * A visitor already pressed the button in the mail, so nothing is asked again. Somebody who is logged in decides first.
 */
export function ConfirmFollow({ team, token }: { team: PosterTeam; token: string }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const challenge = useChallenge();
  const [followed, setFollowed] = useState<Followed>();
  const confirm = useMutation({
    mutationFn: async () => {
      const body = { token, agreed_to_terms: true } as const;
      const answer = await callApi(posterEndpoints.confirmFollow, { body });
      setFollowed({ saved: answer.saved, album: answer.album });
      openIssuedSession(answer);
      if (answer.album === null) return;
      wantAlbum(answer.album);
      await navigate({ to: paths.userAlbum(answer.album) });
    },
    onError: challenge.take,
  });
  const { mutate } = confirm;
  const asksFirst = useRef(Boolean(user));
  const isStarted = useRef(false);
  useEffect(() => {
    if (asksFirst.current || isStarted.current) return;
    isStarted.current = true;
    mutate();
  }, [mutate]);
  if (challenge.step) return challenge.step;
  if (followed && user) return <FollowAsMe team={team} followed={followed} onFollowed={setFollowed} />;
  const isOver = isApiError(confirm.error, 'link_invalid');
  if (isOver) {
    return (
      <div className="grid gap-3">
        <Notice tone="bad">{i18n.t('This link no longer works. Ask for a new one.')}</Notice>
        <Button onClick={() => void navigate({ to: paths.poster(team.code), replace: true })}>
          {i18n.t('Ask for a new link')}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <ErrorNotice error={confirm.error} />
      {user && (
        <Notice tone="info">
          {i18n.t('You’re logged in as {address}. This link logs you in with the email it was sent to.', {
            address: user.email || (user.phone_number ?? ''),
          })}
        </Notice>
      )}
      <Button isBusy={confirm.isPending} onClick={() => confirm.mutate()} className="h-[52px]! w-full">
        {team.is_up ? i18n.t('See the photos') : i18n.t('Tell me when photos are up')}
      </Button>
      <p className="text-13 text-ink-2">
        <Trans
          id="By continuing, you agree to our <terms>terms of use</terms> and <privacy>privacy notice</privacy>."
          components={LEGAL_LINKS}
        />
      </p>
    </div>
  );
}
