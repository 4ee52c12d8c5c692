import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Poster, posterEndpoints } from '#contract/endpoints/posters.ts';
import { readPosterCode } from '#contract/rules/albums.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { LEGAL_LINKS } from '#web/components/legal-link.tsx';
import { LocalText } from '#web/components/local-text.tsx';
import { Loading, QueryState } from '#web/components/states.tsx';
import { Trans } from '#web/components/trans.tsx';
import { AddressForm } from '#web/features/accounts/address-form.tsx';
import { TeamSearch } from '#web/features/landing/team-search.tsx';
import { FollowAsMe, type Followed } from '#web/features/posters/follow-as-me.tsx';
import { posterQuery } from '#web/features/posters/poster.query.ts';
import { liveLine, PosterHeader, UnknownPoster } from '#web/features/posters/poster-header.tsx';
import { ChosenTeam, TeamPicker } from '#web/features/posters/team-picker.tsx';
import { callApi } from '#web/lib/api.ts';
import { comeBackTo, rememberFollow } from '#web/lib/come-back.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths, usePathParams } from '#web/lib/navigation.tsx';
import { posterSearch, useSearchState } from '#web/lib/search-params.ts';
import { useSession } from '#web/lib/session.ts';
import { ConfirmFollow } from './confirm-follow.tsx';

export function PosterPage() {
  const { code: typed } = usePathParams('/e/:code');
  const code = readPosterCode(typed);
  const poster = useQuery({ ...posterQuery(code ?? ''), enabled: code !== undefined });
  const unknown = (
    <UnknownPoster code={typed}>
      <TeamSearch />
    </UnknownPoster>
  );
  if (code === undefined) return unknown;
  return (
    <QueryState query={poster} loading={<Loading />} missing={unknown}>
      {(shown) => <PosterView poster={shown} />}
    </QueryState>
  );
}

function PosterView({ poster }: { poster: Poster }) {
  const { event, team } = poster;
  const { follow } = useSearchState(posterSearch).search;
  return (
    <div className="pb-10 desk:pb-16">
      <PosterHeader event={event} />
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 pt-4 desk:grid-cols-[minmax(0,1fr)_420px] desk:gap-x-16 desk:gap-y-8 desk:pt-8">
        <p
          role="status"
          className={`flex items-center gap-2.5 rounded-card px-4 py-3.5 text-15 leading-snug font-[650] tabular-nums desk:col-span-2 ${poster.albums_up > 0 ? 'bg-ok-bg text-ok' : 'bg-sunk text-ink-2'}`}
        >
          <i aria-hidden className="size-[9px] flex-none rounded-full bg-current" />
          <LocalText text={liveLine(poster)} />
        </p>
        {team && (
          <div className="desk:order-2">
            <section
              aria-label={i18n.t('Your team')}
              className="grid gap-4 rounded-sheet border border-line bg-surface p-5 desk:sticky desk:top-[calc(var(--header-height)+24px)] desk:p-7"
            >
              <ChosenTeam team={team} event={event} />
              {follow ? (
                <ConfirmFollow key={follow} team={team} token={follow} />
              ) : (
                <FollowTeam key={team.code} team={team} />
              )}
              <Link
                to={paths.poster(poster.code)}
                className={`${buttonStyle('ghost')} justify-self-center desk:hidden`}
              >
                {i18n.t('Choose another team')}
              </Link>
            </section>
          </div>
        )}
        <TeamPicker poster={poster} className={team ? 'max-desk:hidden desk:order-1' : 'desk:col-span-2'} />
      </div>
    </div>
  );
}

const INLINE_LINK =
  'inline-flex min-h-11 items-center font-[650] text-ink underline decoration-edge underline-offset-4';

function FollowTeam({ team }: { team: NonNullable<Poster['team']> }) {
  const { isLoggedIn } = useSession();
  const [followed, setFollowed] = useState<Followed>();
  if (isLoggedIn) return <FollowAsMe team={team} followed={followed} onFollowed={setFollowed} />;
  const { code } = team;
  const comeBack = comeBackTo(paths.poster(code), code);
  return (
    <div className="grid gap-4">
      <AddressForm
        beforeLogIn={() => rememberFollow(code)}
        buttonLabel={team.is_up ? i18n.t('See the photos') : i18n.t('Tell me when photos are up')}
        mailDoes={
          team.is_up
            ? i18n.t('Open it to see the photos.')
            : i18n.t('Open it, and we’ll tell you when the photos are up.')
        }
        sendMail={(email) => callApi(posterEndpoints.askToFollow, { params: { code }, body: { email } })}
      >
        <p className="text-13 text-ink-2">
          <Trans
            id="We’ll message you about your team’s photos. Message and data rates may apply; reply STOP to end. By continuing, you agree to our <terms>terms of use</terms> and <privacy>privacy notice</privacy>."
            components={LEGAL_LINKS}
          />
        </p>
      </AddressForm>
      <p className="flex flex-wrap items-center gap-x-2 border-line border-t pt-3 text-14 text-ink-2">
        <Trans
          id="Have a password? <login>Log in</login> or <register>create an account</register>"
          components={{
            login: <Link to={paths.logIn} {...comeBack} className={INLINE_LINK} />,
            register: <Link to={paths.register} {...comeBack} className={INLINE_LINK} />,
          }}
        />
      </p>
    </div>
  );
}
