import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { readEmailAddress } from '#contract/rules/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { Form, PasswordField, TextField } from '#web/components/form.tsx';
import { Notice } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { type MailLink, useMailLink } from '#web/lib/mail-link.ts';
import { paths } from '#web/lib/navigation.tsx';
import { useWasLoggedOut } from '#web/lib/session.ts';
import { enterByMail, linkFactsQuery } from './arrive-by-mail.ts';
import { openIssuedSession } from './open-issued-session.ts';
import { useChallenge } from './use-challenge.tsx';

const MAX_PASSWORD_LETTERS = 200;

type Credentials = { identifier: string; password: string };

const PROBLEMS: Record<keyof Credentials, (value: string) => string | undefined> = {
  identifier: (value) => (readEmailAddress(value) ? undefined : i18n.t('Enter a valid email address')),
  password: (value) => {
    if (value === '') return i18n.t('Please fill this in');
    return value.length > MAX_PASSWORD_LETTERS
      ? i18n.t('Use at most {maximum} characters', { maximum: MAX_PASSWORD_LETTERS })
      : undefined;
  },
};
const FIELDS = ['identifier', 'password'] as const;

/**
 * The first page of most visitors, so it does without the form library. React does not know what was typed before it was
 * there, so the fields keep their own values.
 */
export function LoginForm() {
  const fields = useRef<Partial<Record<keyof Credentials, HTMLInputElement | null>>>({});
  const [typed, setTyped] = useState<Credentials>({ identifier: '', password: '' });
  const [isChecked, setIsChecked] = useState(false);
  const challenge = useChallenge();
  const logIn = useMutation({
    mutationFn: async (body: Credentials) =>
      openIssuedSession(await callApi(accountEndpoints.logIn, { body })),
    onError: challenge.take,
  });
  if (challenge.step) return challenge.step;
  const submit = (form: FormData) => {
    const sent = {
      identifier: String(form.get('identifier')),
      password: String(form.get('password')),
    };
    // A form that was sent before hydration may have been changed since.
    const read = (name: keyof Credentials) => fields.current[name]?.value ?? sent[name];
    setTyped({ identifier: read('identifier'), password: read('password') });
    setIsChecked(true);
    const wrong = FIELDS.find((name) => PROBLEMS[name](sent[name]));
    if (wrong) fields.current[wrong]?.focus();
    else if (!logIn.isPending) logIn.mutate({ ...sent, identifier: sent.identifier.trim() });
  };
  const fieldOf = (name: keyof Credentials) => ({
    ref: (field: HTMLInputElement | null) => {
      fields.current[name] = field;
    },
    name,
    defaultValue: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
    error: isChecked ? PROBLEMS[name](typed[name]) : undefined,
  });
  return (
    <Form failure={logIn.error ? messageOf(logIn.error) : undefined} action={submit}>
      <TextField {...fieldOf('identifier')} label={i18n.t('Email')} type="email" autoComplete="username" />
      <PasswordField {...fieldOf('password')} label={i18n.t('Password')} autoComplete="current-password" />
      <div className="-mt-2 flex justify-end text-15">
        <TextLink to={paths.passwordReset}>{i18n.t('Forgot your password?')}</TextLink>
      </div>
      <Button type="submit" isBusy={logIn.isPending} className="h-[52px]! w-full">
        {i18n.t('Log in')}
      </Button>
    </Form>
  );
}

/** Explains above the form why it is shown, to people who came by a mail or whose session has ended. */
export function LogInReason() {
  const link = useMailLink();
  const wasLoggedOut = useWasLoggedOut();
  if (link) return <MailReason link={link} />;
  return wasLoggedOut ? (
    <Notice tone="info">{i18n.t('You were logged out. Log in to continue.')}</Notice>
  ) : null;
}

function MailReason({ link }: { link: MailLink }) {
  const { data } = useQuery(linkFactsQuery(link.token));
  const retry = useMutation({ mutationFn: () => enterByMail(link.token) });
  const about = data?.about && <b className="block text-ink">{data.about}</b>;
  if (link.state === 'failed') {
    return (
      <Notice tone="bad">
        {about}
        {i18n.t('We couldn’t log you in with this link because we can’t reach the site.')}
        <Button
          kind="line"
          size="small"
          className="mt-2"
          isBusy={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {i18n.t('Try again')}
        </Button>
      </Notice>
    );
  }
  return (
    <Notice tone="info">
      {about}
      {i18n.t('The link in the email works once, within 7 days. Log in to continue.')}
    </Notice>
  );
}
