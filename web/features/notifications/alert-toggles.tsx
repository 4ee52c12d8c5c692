import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, Mail, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import {
  type NotificationChannel,
  type NotificationKind,
  wantsChannel,
} from '#contract/rules/notifications.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { ErrorNotice, Notice } from '#web/components/states.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';
import { CHANNEL_LABELS, settingsQuery } from './notification-matrix.tsx';
import { devicesQuery, useTurnOnHere, whyNotHere } from './push-here.ts';

const choicesQuery = apiQuery(['alert-choices'], notificationEndpoints.listAlertChoices);

type Choice = ResponseOf<typeof notificationEndpoints.listAlertChoices>[number];
export type AlertSubject = { athlete: number; team?: undefined } | { team: number; athlete?: undefined };
type Change = Partial<Omit<Choice, 'athlete' | 'team'>>;

const ICONS = { push: Bell, sms: MessageSquareText, email: Mail };
const CHANNELS: readonly NotificationChannel[] = ['push', 'sms', 'email'];
const NOTHING_CHOSEN = { email: null, sms: null, push: null, shows_name: false, shows_picture: false };

/** The choices for an athlete or team, and a function to change them. A change shows before its call is answered. */
export function useAlertChoice(subject: AlertSubject) {
  const client = useQueryClient();
  const { data } = useQuery(choicesQuery);
  const isOf = ({ athlete, team }: Choice) =>
    subject.athlete !== undefined ? athlete === subject.athlete : team === subject.team;
  const choice = data?.find(isOf);
  const change = useMutation({
    scope: { id: 'alert-choices' },
    onMutate: async (fields: Change) => {
      await client.cancelQueries({ queryKey: choicesQuery.queryKey });
      const next = { ...NOTHING_CHOSEN, athlete: null, team: null, ...choice, ...subject, ...fields };
      client.setQueryData(choicesQuery.queryKey, (all = []) => [...all.filter((one) => !isOf(one)), next]);
    },
    mutationFn: ({ shows_name, shows_picture, ...channels }: Change) =>
      subject.athlete !== undefined
        ? callApi(athleteEndpoints.chooseAlerts, {
            params: { id: subject.athlete },
            body: {
              ...channels,
              ...(shows_name !== undefined && { shows_name }),
              ...(shows_picture !== undefined && { shows_picture }),
            },
          })
        : callApi(foundAlbumEndpoints.chooseAlerts, { params: { id: subject.team }, body: channels }),
    onError: () => client.invalidateQueries({ queryKey: choicesQuery.queryKey }),
  });
  return { isLoaded: data !== undefined, choice, change };
}

/** Push, text and email for one athlete or team, each in one tap. */
export function AlertToggles({ subject }: { subject: AlertSubject }) {
  const { id: userId, phone_verified: isPhoneVerified } = useUser();
  const kind: NotificationKind = subject.athlete !== undefined ? 'athlete_found' : 'album_published';
  const { data: settings } = useQuery(settingsQuery(userId));
  const { data: push } = useQuery(devicesQuery);
  const { isLoaded, choice, change } = useAlertChoice(subject);
  const turnOn = useTurnOnHere();
  const [problem, setProblem] = useState<string>();
  if (!settings || !isLoaded) return null;
  // Push may be on elsewhere; a press here turns it on for this device.
  const isHere = push?.devices.some(({ is_this }) => is_this) === true;
  const isOn = (channel: NotificationChannel) =>
    wantsChannel(settings.settings, choice, { kind, channel }) && (channel !== 'push' || isHere);
  const press = async (channel: NotificationChannel) => {
    setProblem(undefined);
    const isWanted = !isOn(channel);
    if (channel === 'push' && isWanted && !isHere) {
      const reason = whyNotHere();
      if (reason !== undefined) return setProblem(reason);
      try {
        await turnOn.mutateAsync();
      } catch (error) {
        return setProblem((error as Error).message);
      }
    }
    change.mutate({ [channel]: isWanted });
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2 *:flex-1 *:px-3!">
        {CHANNELS.map((channel) => {
          const Icon = ICONS[channel];
          const label = i18n.t(CHANNEL_LABELS[channel]);
          if (channel === 'sms' && !isPhoneVerified) {
            return (
              <Link key={channel} to={paths.profile} hash="phone" className={buttonStyle('line')}>
                <Icon size={20} strokeWidth={1.8} />
                {label}
              </Link>
            );
          }
          return (
            <button
              key={channel}
              type="button"
              aria-pressed={isOn(channel)}
              aria-busy={channel === 'push' && turnOn.isPending ? true : undefined}
              onClick={() => void press(channel)}
              className={buttonStyle(isOn(channel) ? 'ink' : 'line')}
            >
              <Icon size={20} strokeWidth={1.8} />
              {label}
            </button>
          );
        })}
      </div>
      {!isPhoneVerified && (
        <p className="text-14 text-ink-2">{i18n.t('To get texts, add your phone number first.')}</p>
      )}
      {problem && (
        <div role="status">
          <Notice tone="info">{problem}</Notice>
        </div>
      )}
      <ErrorNotice error={change.error} />
    </div>
  );
}
