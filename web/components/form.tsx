import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react';
import { i18n } from '#web/lib/i18n.ts';
import { Button, type ButtonKind } from './button.tsx';
import { Notice } from './states.tsx';

type FormProps = {
  id?: string;
  label?: string;
  /** An error that belongs to no single field. */
  failure?: string | undefined;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => unknown;
  /** For forms that the server renders: React keeps an early submission and calls this after hydration. */
  action?: (form: FormData) => void;
  className?: string;
  children: ReactNode;
};

export function Form({
  id,
  label,
  failure,
  onSubmit,
  action,
  className = 'grid gap-4',
  children,
}: FormProps) {
  return (
    <form
      id={id}
      aria-label={label}
      noValidate
      method={action ? undefined : 'post'}
      className={className}
      onSubmit={
        onSubmit &&
        ((event) => {
          event.preventDefault();
          void onSubmit(event);
        })
      }
      action={action}
    >
      {failure && <Notice tone="bad">{failure}</Notice>}
      {children}
    </form>
  );
}

type FormButtonsProps = {
  submitLabel: ReactNode;
  kind?: ButtonKind;
  disabled?: boolean;
  isBusy: boolean;
  onCancel?: (() => void) | undefined;
  /** Other ways to go on, between the button that submits and Cancel. */
  children?: ReactNode;
};

export function FormButtons({ submitLabel, kind, disabled, isBusy, onCancel, children }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button type="submit" kind={kind} disabled={disabled} isBusy={isBusy}>
        {submitLabel}
      </Button>
      {children}
      {onCancel && (
        <Button kind="ghost" onClick={onCancel}>
          {i18n.t('Cancel')}
        </Button>
      )}
    </div>
  );
}

type TextFieldProps = FieldProps & ComponentProps<'input'> & { unit?: keyof typeof UNITS };

const UNITS = {
  $: { place: 'left-4', room: 'pl-8!' },
  '%': { place: 'right-4', room: 'pr-9!' },
};

export function TextField({ label, hint, error, optional, unit, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) =>
        unit ? (
          <span className="relative grid">
            <span
              aria-hidden
              className={`pointer-events-none absolute inset-y-0 content-center text-ink-2 ${UNITS[unit].place}`}
            >
              {unit}
            </span>
            <input
              inputMode="decimal"
              {...input}
              {...control}
              className={`${CONTROL} tabular-nums ${UNITS[unit].room}`}
            />
          </span>
        ) : (
          <input {...input} {...control} className={CONTROL} />
        )
      }
    </Field>
  );
}

export type FieldProps = { label: string; hint?: ReactNode; error?: string; optional?: boolean };

type ControlProps = {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
};

export const CONTROL =
  'h-[52px] w-full min-w-0 rounded-ctl border border-edge bg-surface px-4 text-16 text-ink transition-[border-color] duration-(--d1) hover:border-ink-2 aria-[invalid=true]:border-bad disabled:bg-sunk disabled:text-ink-3';

export function Field({
  label,
  hint,
  error,
  optional,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-14 font-[650]">
        {label}
        {optional && <span className="font-normal text-ink-2"> {i18n.t('(optional)')}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {error && (
        <p id={errorId} className="text-14 font-medium text-bad">
          {error}
        </p>
      )}
      {hint && (
        <div id={hintId} className="text-14 text-ink-2">
          {hint}
        </div>
      )}
    </div>
  );
}

/** Pass it as a ref to a step that replaces another one, so that keyboard users stay in place. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

type SelectFieldProps = FieldProps & ComponentProps<'select'>;

export function SelectField({ label, hint, error, optional, children, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <span className="relative grid">
          <select {...select} {...control} className={`${CONTROL} appearance-none truncate pr-11`}>
            {children}
          </select>
          <ChevronDown size={20} className="pointer-events-none absolute top-4 right-3.5 text-ink-2" />
        </span>
      )}
    </Field>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  optional,
  ...textarea
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <textarea
          rows={2}
          {...textarea}
          {...control}
          className={`${CONTROL} h-auto! field-sizing-content min-h-[76px] py-3 leading-normal`}
        />
      )}
    </Field>
  );
}

type CheckFieldProps = Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode; error?: string };

export function CheckField({ children, error, ...input }: CheckFieldProps) {
  const errorId = useId();
  return (
    <div className="grid gap-1">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-15">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className="size-5 flex-none"
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={errorId} className="text-14 font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

type RadioCardProps = Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode };

export function RadioCard({ children, ...input }: RadioCardProps) {
  return (
    <label className="flex min-h-[52px] cursor-pointer items-center gap-3 rounded-ctl border border-line px-4 py-3 text-15 has-checked:border-ink has-checked:bg-sunk has-disabled:cursor-not-allowed has-disabled:text-ink-3 has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input {...input} type="radio" className="size-5 flex-none" />
      {children}
    </label>
  );
}

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
          <Button
            icon={Icon}
            kind="ghost"
            size="icon"
            aria-pressed={isShown}
            aria-label={i18n.t('Show password')}
            aria-controls={control.id}
            onClick={() => setIsShown(!isShown)}
            className="absolute top-1 right-1 text-ink-2!"
          />
        </span>
      )}
    </Field>
  );
}
