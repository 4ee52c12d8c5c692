import { useMutation } from '@tanstack/react-query';
import { accountEndpoints, passwordChange } from '#contract/endpoints/accounts.ts';
import { Button, TWO_LINES } from '#web/components/button.tsx';
import { Form, PasswordField } from '#web/components/form.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useUser } from '#web/lib/session.ts';
import { fieldProps, showFieldError, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { logOut } from './me.query.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { openIssuedSession } from './open-issued-session.ts';

const EMPTY = { currentPassword: '', password: '', passwordConfirmation: '' };

export function PasswordChangeForm() {
  const hasPassword = !useUser().logs_in_by_link;
  const form = useContractForm({ schema: passwordChange, defaultValues: EMPTY });
  const change = useFormMutation(form, {
    send: async (body) => openIssuedSession(await callApi(accountEndpoints.changePassword, { body })),
    onSuccess: () => form.reset(EMPTY, { keepDirtyValues: false }),
    onError: (error) =>
      isApiError(error, 'password_wrong') && showFieldError(form, 'currentPassword', error.message),
  });
  const { isDirty } = form.formState;
  return (
    <Form failure={change.failure} onSubmit={change.submit}>
      <div className="grid gap-4 sm:max-w-[420px]">
        {hasPassword && (
          <PasswordField
            {...fieldProps(form, 'currentPassword')}
            label={i18n.t('Current password')}
            autoComplete="current-password"
          />
        )}
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
      </div>
      <div className="flex items-center gap-4 pt-1">
        <Button type="submit" isBusy={change.isPending}>
          {hasPassword ? i18n.t('Change password') : i18n.t('Set password')}
        </Button>
        <SavedNote isSaved={change.isSuccess && !isDirty} text={i18n.t('Password saved')} />
      </div>
    </Form>
  );
}

export function LogOutEverywhere() {
  const end = useMutation({ mutationFn: () => logOut({ everywhere: true }) });
  return (
    <Button
      kind="bad"
      className={`justify-self-start ${TWO_LINES}`}
      isBusy={end.isPending}
      onClick={() => end.mutate()}
    >
      {i18n.t('Log out everywhere')}
    </Button>
  );
}
