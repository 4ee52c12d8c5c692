import type { FormEventHandler, ReactNode } from 'react';
import { Notice } from './notice.tsx';

type FormProps = {
  /** An error that belongs to no single field. */
  failure: string | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** For forms that the server sends before the site has loaded. */
  first?: FirstForm;
  children: ReactNode;
};

/** How public/first.js sends a form: the address, what is sent besides the fields, and what it says at the end. */
type FirstForm = { call: string; more?: object; done?: string };

export const firstFormProps = ({ call, more, done }: FirstForm) => ({
  'data-call': call,
  'data-more': more && JSON.stringify(more),
  'data-done': done,
});

export function Form({ failure, onSubmit, first, children }: FormProps) {
  return (
    <form
      noValidate
      method="post"
      className="grid gap-4"
      onSubmit={onSubmit}
      {...(first && firstFormProps(first))}
    >
      {failure && <Notice tone="bad">{failure}</Notice>}
      {children}
    </form>
  );
}
