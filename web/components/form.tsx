import type { FormEvent, ReactNode } from 'react';
import { Button, type ButtonKind } from './button.tsx';
import { Notice } from './notice.tsx';

type FormProps = {
  id?: string;
  /** The name of the form for screen readers. */
  label?: string;
  /** An error that belongs to no single field. */
  failure?: string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** For forms that the server sends before the site has loaded. */
  first?: FirstForm | undefined;
  className?: string;
  children: ReactNode;
};

/** How public/first.js sends a form: the address, what is sent besides the fields, and what it says at the end. */
export type FirstForm = { call: string; more?: object; done?: string };

const firstFormProps = ({ call, more, done }: FirstForm) => ({
  'data-call': call,
  'data-more': more && JSON.stringify(more),
  'data-done': done,
});

export function Form({ id, label, failure, onSubmit, first, className = 'grid gap-4', children }: FormProps) {
  return (
    <form
      id={id}
      aria-label={label}
      noValidate
      method="post"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event);
      }}
      {...(first && firstFormProps(first))}
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
