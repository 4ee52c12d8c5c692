import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField, Form, TextField } from '#web/components/form.tsx';
import { LEGAL_LINKS } from '#web/components/legal-link.tsx';
import { Trans } from '#web/components/trans.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { todayIsoDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { fieldProps, showFieldError, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { openIssuedSession } from './open-issued-session.ts';

const EMPTY = {
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  birth_date: '',
  agreed_to_terms: false,
};

function toRegistration(values: typeof EMPTY) {
  return {
    ...values,
    username: values.email,
    name: `${values.first_name.trim()} ${values.last_name.trim()}`,
    birth_date: values.birth_date || null,
    provider: 'local',
  };
}

const loadSchema = async () => (await import('./registration-schema.ts')).registration;

export function RegisterForm() {
  const form = useContractForm({ schema: loadSchema, defaultValues: EMPTY, toBody: toRegistration });
  const register = useFormMutation(form, {
    send: async (body) => openIssuedSession(await callApi(accountEndpoints.register, { body })),
    onError: (error) => isApiError(error, 'email_taken') && showFieldError(form, 'email', error.message),
  });
  return (
    <Form failure={register.failure} onSubmit={register.submit}>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          {...fieldProps(form, 'first_name')}
          label={i18n.t('First name')}
          autoComplete="given-name"
        />
        <TextField
          {...fieldProps(form, 'last_name')}
          label={i18n.t('Last name')}
          autoComplete="family-name"
        />
      </div>
      <TextField {...fieldProps(form, 'email')} label={i18n.t('Email')} type="email" autoComplete="email" />
      <NewPasswordField
        {...fieldProps(form, 'password')}
        label={i18n.t('Password')}
        current={form.watch('password')}
      />
      <TextField
        {...fieldProps(form, 'birth_date')}
        label={i18n.t('Your birth date')}
        optional
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        max={todayIsoDate()}
      />
      <CheckField {...fieldProps(form, 'agreed_to_terms')}>
        <Trans
          id="I agree to the <terms>terms of use</terms> and the <privacy>privacy notice</privacy>"
          components={LEGAL_LINKS}
        />
      </CheckField>
      <Button type="submit" isBusy={register.isPending} className="h-[52px]! w-full">
        {i18n.t('Create account')}
      </Button>
    </Form>
  );
}
