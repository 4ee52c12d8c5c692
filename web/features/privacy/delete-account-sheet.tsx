import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deletionConsent, privacyEndpoints } from '#contract/endpoints/privacy.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { PasswordField } from '#web/components/password-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { sayGoodbye } from '#web/lib/goodbye.ts';
import { closeSession, useUser } from '#web/lib/session.ts';
import { forgetStoredFor } from '#web/lib/storage.ts';
import { fieldProps, showFieldError, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { Consequences } from './consequences.tsx';

type Means = 'password' | 'code';

/** Asks twice: the sheet says what happens and takes the password, the dialog is the last chance to turn back. */
export function DeleteAccountSheet({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const [means, setMeans] = useState<Means>('password');
  const [isSure, setIsSure] = useState(false);
  const form = useContractForm({
    schema: deletionConsent,
    defaultValues: { password: '', code: '' },
    toBody: ({ password, code }) => (means === 'password' ? { password } : { code }),
  });
  const remove = useFormMutation(form, {
    send: (body) => callApi(privacyEndpoints.deleteMe, { body }),
    onSuccess: () => {
      forgetStoredFor(user.id);
      sayGoodbye();
      closeSession();
    },
    onError: (error) => {
      setIsSure(false);
      if (!isApiError(error)) return false;
      if (error.code === 'password_wrong')
        return showFieldError(form, 'password', 'This is not your password.');
      return error.code === 'code_invalid' && showFieldError(form, 'code', error.message);
    },
  });
  const sendCode = useMutation({
    mutationFn: () => callApi(privacyEndpoints.sendDeletionCode, { body: {} }),
    onSuccess: () => setMeans('code'),
  });
  return (
    <>
      <FormSheet
        title="Delete your account?"
        description="Everything below happens at once. It cannot be undone."
        submitLabel="Delete account"
        isBusy={remove.isPending}
        failure={remove.failure ?? (sendCode.isError ? messageOf(sendCode.error) : undefined)}
        onSubmit={form.handleSubmit(() => setIsSure(true))}
        onClose={onClose}
      >
        <Consequences />
        {means === 'password' ? (
          <PasswordField
            {...fieldProps(form, 'password')}
            label="Your password"
            autoComplete="current-password"
          />
        ) : (
          <TextField
            {...fieldProps(form, 'code')}
            label="Code that we sent"
            hint={`We sent 6 digits to ${sendCode.data?.to ?? 'you'}.`}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
          />
        )}
        <p className="text-15 text-ink-2">
          {means === 'password' ? 'No password, or forgot it? ' : 'Nothing arrived? '}
          <button
            type="button"
            className="min-h-11 font-semibold text-ink underline underline-offset-4 desk:min-h-0"
            aria-disabled={sendCode.isPending || undefined}
            onClick={() => sendCode.isPending || sendCode.mutate()}
          >
            {means === 'password' ? 'Send me a code instead' : 'Send a new code'}
          </button>
        </p>
      </FormSheet>
      {isSure && (
        <ConfirmDialog
          title="Delete everything now?"
          sentence={`The account of ${user.email || user.phone_number} and everything in it will be gone. We cannot bring it back.`}
          confirmLabel="Delete everything"
          cancelLabel="Keep account"
          isBusy={remove.isPending}
          onConfirm={() => void remove.submit()}
          onCancel={() => setIsSure(false)}
        />
      )}
    </>
  );
}
