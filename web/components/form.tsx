import type { FormEventHandler, ReactNode } from 'react';
import { Notice } from './notice.tsx';

type FormProps = {
  /** An error that belongs to no single field. */
  failure: string | undefined;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  /** For forms that the server renders: React keeps what is sent before it is there, and calls this afterwards. */
  action?: (form: FormData) => void;
  children: ReactNode;
};

export function Form({ failure, onSubmit, action, children }: FormProps) {
  return (
    <form
      noValidate
      method={action ? undefined : 'post'}
      className="grid gap-4"
      onSubmit={onSubmit}
      action={action}
    >
      {failure && <Notice tone="bad">{failure}</Notice>}
      {children}
    </form>
  );
}
