import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { buttonStyle } from './button.tsx';
import { CONTROL, Field, type FieldProps } from './text-field.tsx';

export function PasswordField({ label, hint, error, ...input }: FieldProps & ComponentProps<'input'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className="relative grid">
          <input
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${CONTROL} pr-14`}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label="Show characters"
            aria-controls={control.id}
            onClick={() => setIsShown(!isShown)}
            className={`${buttonStyle('ghost', 'icon')} absolute top-1 right-1 text-ink-2!`}
          >
            <Icon aria-hidden size={20} strokeWidth={1.8} />
          </button>
        </span>
      )}
    </Field>
  );
}
