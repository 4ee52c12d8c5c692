import { useQuery } from '@tanstack/react-query';
import { Switch } from '#web/components/switch.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { AlertToggles, useAlertChoice } from './alert-toggles.tsx';
import { devicesQuery } from './push-here.ts';

type AthleteAlertsProps = { athlete: { id: number; name: string } };

/** Chooses the channels for new photos of an athlete in one tap. */
export function AthleteAlerts({ athlete: { id, name } }: AthleteAlertsProps) {
  const subject = { athlete: id };
  const { data: push } = useQuery(devicesQuery);
  const { choice } = useAlertChoice(subject);
  const hasPush = (push?.devices.length ?? 0) > 0 && choice?.push !== false;
  return (
    <section aria-labelledby="athlete-alerts" className="grid gap-3 rounded-card border border-line p-4">
      <h2 id="athlete-alerts" className="text-16 leading-tight font-bold tracking-[-0.01em] text-balance">
        {i18n.t('Tell me the moment new photos of {name} are up', { name })}
      </h2>
      <AlertToggles subject={subject} />
      {hasPush && <LockScreenChoices subject={subject} name={name} />}
    </section>
  );
}

function LockScreenChoices({ subject, name }: { subject: { athlete: number }; name: string }) {
  const { choice, change } = useAlertChoice(subject);
  const rows = [
    ['shows_name', i18n.t('Show {name}’s name on the lock screen', { name })],
    ['shows_picture', i18n.t('Show a small photo there')],
  ] as const;
  return (
    <div className="grid border-line border-t pt-1">
      {rows.map(([field, label]) => (
        <div key={field} className="flex items-center justify-between gap-3 text-15">
          <span aria-hidden>{label}</span>
          <Switch
            aria-label={label}
            checked={choice?.[field] ?? false}
            onChange={(event) => change.mutate({ [field]: event.target.checked })}
          />
        </div>
      ))}
      <p className="text-14 text-ink-2">
        {i18n.t('Anyone who sees your phone can see what you choose here.')}
      </p>
    </div>
  );
}
