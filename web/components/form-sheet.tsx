import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { i18n } from '#web/lib/i18n.ts';
import { Button, type ButtonKind } from './button.tsx';
import { Form } from './form.tsx';
import { type Guarded, LeaveDialog, SaveGuard } from './save-guard.tsx';
import { Sheet } from './sheet.tsx';

type Submit = (event: FormEvent) => unknown;

type FormSheetProps = {
  title: string;
  description?: string;
  submitLabel: ReactNode;
  submitKind?: ButtonKind;
  /** Asks before unsaved changes are left behind. What `useSavedForm` or `useFormMutation` returns also sends the form. */
  guard?: Guarded & Partial<{ isPending: boolean; failure: string | undefined; submit: Submit }>;
  /** For a form that is not sent by its guard. */
  isBusy?: boolean;
  failure?: string | undefined;
  onSubmit?: Submit;
  onClose: () => void;
  /** Content below the form that is saved separately. */
  below?: ReactNode;
  children: ReactNode;
};

export function FormSheet(props: FormSheetProps) {
  const { title, description, submitLabel, submitKind, onClose, guard } = props;
  const { isBusy = guard?.isPending, failure = guard?.failure, onSubmit = guard?.submit } = props;
  const formId = useId();
  const [isLeaving, setIsLeaving] = useState(false);
  const mayClose = () => {
    const isUnsaved = guard?.unsaved.isUnsaved ?? false;
    if (isUnsaved) setIsLeaving(true);
    return !isUnsaved;
  };
  return (
    <Sheet
      title={title}
      description={description}
      onClose={onClose}
      mayClose={mayClose}
      footer={
        <>
          <Button kind="line" onClick={() => mayClose() && onClose()}>
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
      {guard && <SaveGuard save={guard} isSheet />}
      {isLeaving && <LeaveDialog onLeave={onClose} onStay={() => setIsLeaving(false)} />}
    </Sheet>
  );
}
