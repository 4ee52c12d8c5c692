import { type FormEventHandler, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Sheet } from './sheet.tsx';

type FormSheetProps = {
  title: string;
  description?: string;
  submitLabel: string;
  isBusy: boolean;
  /** An error that belongs to no single field. */
  failure: string | undefined;
  onSubmit: FormEventHandler;
  onClose: () => void;
  /** Content below the form that is saved separately. */
  below?: ReactNode;
  children: ReactNode;
};

export function FormSheet(props: FormSheetProps) {
  const { title, description, submitLabel, isBusy, failure, onSubmit, onClose, below, children } = props;
  const formId = useId();
  return (
    <Sheet
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4 pb-3" onSubmit={onSubmit}>
        {failure && <Notice tone="bad">{failure}</Notice>}
        {children}
      </form>
      {below}
    </Sheet>
  );
}
