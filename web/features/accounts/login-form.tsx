import { accountEndpoints, credentials } from '#contract/endpoints/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { PasswordField } from '#web/components/password-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { callApi } from '#web/lib/api.ts';
import { challengeBefore, continueTyping, failureBefore, typedBefore } from '#web/lib/first-use.ts';
import { paths } from '#web/lib/paths.ts';
import { fieldProps, useContractForm, useFormMutation } from '#web/lib/use-contract-form.ts';
import { openIssuedSession } from './open-issued-session.ts';
import { useChallenge } from './use-challenge.tsx';

export function LoginForm() {
  const form = useContractForm({
    schema: credentials,
    defaultValues: { identifier: typedBefore('identifier'), password: typedBefore('password') },
    toBody: (values) => values,
  });
  const challenge = useChallenge(challengeBefore());
  const logIn = useFormMutation(form, {
    send: async (body) => openIssuedSession(await callApi(accountEndpoints.logIn, { body })),
    onError: challenge.take,
  });
  if (challenge.step) return challenge.step;
  const fieldOf = (name: 'identifier' | 'password') => {
    const { ref, ...props } = fieldProps(form, name);
    const goOn = (field: HTMLInputElement | null) => {
      ref(field);
      continueTyping(field);
    };
    return { ...props, ref: goOn };
  };
  return (
    <Form failure={logIn.isIdle ? failureBefore() : logIn.failure} onSubmit={logIn.submit}>
      <TextField
        {...fieldOf('identifier')}
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
      />
      <PasswordField {...fieldOf('password')} label="Password" autoComplete="current-password" />
      <div className="-mt-2 flex justify-end text-15">
        <TextLink to={paths.passwordReset}>Forgot your password?</TextLink>
      </div>
      <Button type="submit" isBusy={logIn.isPending} className="h-[52px]! w-full">
        Log in
      </Button>
    </Form>
  );
}
