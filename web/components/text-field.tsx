import { type ComponentProps, type ReactNode, useId } from 'react';

export function TextField({ label, hint, error, optional, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <input {...input} {...control} className={CONTROL} />}
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
        {optional && <span className="font-normal text-ink-2"> (optional)</span>}
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
