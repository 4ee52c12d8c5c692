import type { FormEvent, ReactNode } from 'react';
import { Button, type ButtonKind } from './button.tsx';
import { Notice } from './notice.tsx';

type FormProps = {
  id?: string;
  /** The name of the form for screen readers. */
  label?: string;
  /** An error that belongs to no single field. */
  failure?: string | undefined;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => unknown;
  /** For forms that the server renders: React keeps what is sent before it is there, and calls this afterwards. */
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
          Cancel
        </Button>
      )}
    </div>
  );
}
