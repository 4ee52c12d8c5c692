import { type ReactNode, useState } from 'react';
import type { Poster, PosterTeam } from '#contract/endpoints/posters.ts';
import { readPosterCode } from '#contract/rules/albums.ts';
import { eventName } from '#contract/rules/sentences.ts';
import { Button } from '#web/components/button.tsx';
import { EventPicture } from '#web/components/event-picture.tsx';
import { Form, TextField } from '#web/components/form.tsx';
import { Trans } from '#web/components/trans.tsx';
import { dayInZone, formatDays, formatTimeOfDay, formatWeekday, todayIsoDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';

export function PosterHeader({ event }: Pick<Poster, 'event'>) {
  const { start_date: first, last_date: last } = event;
  return (
    <header className="relative isolate overflow-clip bg-stage text-white">
      <EventPicture
        picture={event.picture}
        sizes="100vw"
        isEager
        className="absolute inset-0 -z-20 size-full object-[50%_30%]"
      />
      <span
        aria-hidden
        className="absolute inset-0 -z-10 bg-linear-to-b from-stage/25 via-stage/65 to-stage/92"
      />
      <div className="wrap grid gap-2 pt-20 pb-5 desk:pt-40 desk:pb-8">
        <h1
          tabIndex={-1}
          className="text-36 leading-none font-extrabold tracking-[-0.035em] text-balance wrap-anywhere desk:text-48"
        >
          {eventName(event)}
        </h1>
        <p className="text-15 text-white/86">
          {first === last ? formatWeekday(first, 'numeric') : formatDays(first, last)}. {placeOf(event)}
        </p>
      </div>
    </header>
  );
}

type PosterEvent = Poster['event'];

export function placeOf({ venue_name, city, state }: PosterEvent): string {
  return [venue_name, city, state].filter(Boolean).join(', ');
}

/** The time of day at the venue, with the weekday unless it is today. */
export function timeOf(team: PosterTeam, event: PosterEvent, today = todayIsoDate()): string | undefined {
  if (team.planned_at === null) return undefined;
  const time = formatTimeOfDay(team.planned_at, event.time_zone);
  const day = dayInZone(team.planned_at, event.time_zone);
  return day === today ? time : `${formatWeekday(day)}, ${time}`;
}

/** Answers what visitors at the venue want to know first. */
export function liveLine({ albums_up, team, event }: Poster): string {
  if (team?.is_up) return i18n.t('Your team’s photos are up.');
  const time = team && timeOf(team, event);
  return time
    ? i18n.t(
        '{count, plural, =0 {No photos yet.} one {# album is up.} other {# albums are up.}} Your team performs {time}.',
        { count: albums_up, time },
      )
    : i18n.t('{count, plural, =0 {No photos yet.} one {# album is up.} other {# albums are up.}}', {
        count: albums_up,
      });
}

type UnknownPosterProps = { code: string; children: ReactNode };

/** The children are the search for teams and events. */
export function UnknownPoster({ code, children }: UnknownPosterProps) {
  return (
    <div className="wrap grid max-w-[720px]! gap-8 py-10 desk:py-16">
      <header className="grid gap-2">
        <h1 tabIndex={-1} className="text-28 font-extrabold tracking-[-0.03em] desk:text-36">
          {i18n.t('We don’t know this code')}
        </h1>
        <p className="text-ink-2">
          <Trans
            id="<b>{code}</b> might have a typo, or the event has ended. Find your team here, or try the code again."
            values={{ code: code.slice(0, 20) }}
            components={{ b: <b className="wrap-anywhere text-ink" /> }}
          />
        </p>
      </header>
      {children}
      <PosterCodeForm />
    </div>
  );
}

export function PosterCodeForm() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const submit = () => {
    const code = readPosterCode(text);
    setIsWrong(code === undefined);
    if (code !== undefined) void navigate({ to: paths.poster(code) });
  };
  return (
    <Form onSubmit={submit} className="grid gap-3">
      <TextField
        label={i18n.t('Code from the venue')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        placeholder="K7M 2QF"
        error={isWrong ? i18n.t('Codes have six letters and numbers, like K7M 2QF.') : undefined}
      />
      <Button type="submit" kind="line" className="justify-self-start">
        {i18n.t('Open')}
      </Button>
    </Form>
  );
}
