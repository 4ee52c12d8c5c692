import type { ComponentProps } from 'react';
import { passwordStrength, STRENGTH_LEVELS, type StrengthName } from '#contract/rules/accounts.ts';
import { PasswordField } from '#web/components/form.tsx';
import { Trans } from '#web/components/trans.tsx';
import { i18n } from '#web/lib/i18n.ts';

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'hint'> & { current: string };

export function NewPasswordField({ current, ...field }: NewPasswordFieldProps) {
  return <PasswordField {...field} autoComplete="new-password" hint={<PasswordMeter password={current} />} />;
}

const LOOK: Record<StrengthName, string> = {
  'Too weak': 'bg-bad',
  Weak: 'bg-warn',
  Medium: 'bg-info',
  Strong: 'bg-ok',
};

export function PasswordMeter({ password }: { password: string }) {
  const { level, name } = passwordStrength(password);
  const isEmpty = password === '';
  const filled = isEmpty ? 0 : level + 1;
  return (
    <div className="grid gap-1.5 pt-1">
      <meter
        aria-label={i18n.t('Password strength')}
        aria-valuetext={isEmpty ? i18n.t('Empty') : i18n.t(name)}
        min={0}
        max={STRENGTH_LEVELS.length}
        value={filled}
        className="sr-only"
      />
      <div aria-hidden className="flex gap-[3px]">
        {STRENGTH_LEVELS.map((step, index) => (
          <i
            key={step.name}
            className={`h-1.5 flex-1 rounded-full transition-colors duration-(--d2) ${index < filled ? LOOK[name] : 'bg-line'}`}
          />
        ))}
      </div>
      <p className="min-h-[1.5em] text-13 text-ink-2" aria-live="polite">
        {isEmpty ? (
          i18n.t('At least 7 characters. Mix letters, numbers and symbols.')
        ) : (
          <Trans
            id="Strength: <b>{strength}</b>"
            values={{ strength: i18n.t(name) }}
            components={{ b: <b className="font-[650] text-ink" /> }}
          />
        )}
      </p>
    </div>
  );
}
