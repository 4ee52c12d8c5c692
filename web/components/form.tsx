import type { FormEventHandler, ReactNode } from 'react';
import { Notice } from './notice.tsx';

type FormProps = {
  /** An error that belongs to no single field. */
  failure: string | undefined;
  onSubmit: FormEventHandler;
  children: ReactNode;
};

export function Form({ failure, onSubmit, children }: FormProps) {
  return (
    <form noValidate method="post" className="grid gap-4" onSubmit={onSubmit}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      {children}
    </form>
  );
}
