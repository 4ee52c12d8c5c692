import { type FormEvent, type ReactNode, useId } from 'react';
import { i18n } from '#web/lib/i18n.ts';
import { Button, type ButtonKind } from './button.tsx';
import { Form } from './form.tsx';
import { Sheet } from './sheet.tsx';

type FormSheetProps = {
  title: string;
  description?: string;
  submitLabel: ReactNode;
  submitKind?: ButtonKind;
  isBusy: boolean;
  /** An error that belongs to no single field. */
  failure?: string | undefined;
  onSubmit: (event: FormEvent) => unknown;
  onClose: () => void;
  /** Content below the form that is saved separately. */
  below?: ReactNode;
  children: ReactNode;
};

export function FormSheet(props: FormSheetProps) {
  const { title, description, submitLabel, submitKind, isBusy, failure, onSubmit, onClose } = props;
  const formId = useId();
  return (
    <Sheet
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <>
          <Button kind="line" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" kind={submitKind} form={formId} isBusy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form id={formId} className="grid gap-4 pb-3" failure={failure} onSubmit={onSubmit}>
        {props.children}
      </Form>
      {props.below}
    </Sheet>
  );
}
