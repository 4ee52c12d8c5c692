import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { Form, PasswordField } from '#web/components/form.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { endOldSession } from './arrive-by-mail.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { openIssuedSession } from './open-issued-session.ts';
import { useChallenge } from './use-challenge.tsx';

type PasswordResetFormProps = { code: string; onEntered: () => void; onExpired: () => void };

const loadSchema = async () => (await import('./registration-schema.ts')).passwordReset;

export function PasswordResetForm({ code, onEntered, onExpired }: PasswordResetFormProps) {
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { password: '', passwordConfirmation: '' },
    toBody: (values) => ({ code, ...values }),
  });
  const challenge = useChallenge();
  const reset = useFormMutation(form, {
    send: async (body) => {
      const issued = await callApi(accountEndpoints.resetPassword, { body });
      await endOldSession();
      openIssuedSession(issued);
    },
    onSuccess: onEntered,
    onError: (error) => {
      if (challenge.take(error)) return true;
      const isExpired = isApiError(error, 'link_invalid');
      if (isExpired) onExpired();
      return isExpired;
    },
  });
  if (challenge.step) return challenge.step;
  return (
    <Form failure={reset.failure} onSubmit={reset.submit}>
      <NewPasswordField
        {...fieldProps(form, 'password')}
        label={i18n.t('New password')}
        current={form.watch('password')}
      />
      <PasswordField
        {...fieldProps(form, 'passwordConfirmation')}
        label={i18n.t('Repeat new password')}
        autoComplete="new-password"
      />
      <Button type="submit" isBusy={reset.isPending} className="h-[52px]! w-full">
        {i18n.t('Save and log in')}
      </Button>
    </Form>
  );
}
