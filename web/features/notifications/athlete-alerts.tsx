import { useQuery } from '@tanstack/react-query';
import { Mail, MessageSquareText } from 'lucide-react';
import { buttonStyle } from '#web/components/button.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { settingsQuery } from './notification-matrix.tsx';
import { useChangeSettings } from './notification-settings-panel.tsx';

type AthleteAlertsProps = { userId: number; isPhoneVerified: boolean; name: string };

const CHANNELS = ['sms', 'email'] as const;

/** Chooses in one tap how to hear of new photos of an athlete. */
export function AthleteAlerts({ userId, isPhoneVerified, name }: AthleteAlertsProps) {
  const { data } = useQuery(settingsQuery(userId));
  const change = useChangeSettings(userId, isPhoneVerified);
  if (!data) return null;
  return (
    <section aria-labelledby="athlete-alerts" className="grid gap-3 rounded-card border border-line p-4">
      <h2 id="athlete-alerts" className="text-16 leading-tight font-bold tracking-[-0.01em]">
        {i18n.t('Tell me when new photos of {name} are up', { name })}
      </h2>
      <div className="flex gap-2 *:flex-1">
        {CHANNELS.map((channel) => {
          const Icon = channel === 'sms' ? MessageSquareText : Mail;
          const label = channel === 'sms' ? i18n.t('Text') : i18n.t('Email');
          if (channel === 'sms' && !isPhoneVerified) {
            return (
              <Link key={channel} to={paths.profile} hash="phone" className={buttonStyle('line')}>
                <Icon size={20} strokeWidth={1.8} />
                {label}
              </Link>
            );
          }
          const isOn = data.settings.athlete_found[channel];
          return (
            <button
              key={channel}
              type="button"
              aria-pressed={isOn}
              onClick={() => change.mutate({ kind: 'athlete_found', channel, isOn: !isOn })}
              className={buttonStyle(isOn ? 'ink' : 'line')}
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
      <ErrorNotice error={change.error} />
    </section>
  );
}
