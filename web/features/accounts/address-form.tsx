import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { phoneLogInEndpoints } from '#contract/endpoints/entering.ts';
import { readEmailAddress } from '#contract/rules/accounts.ts';
import { Button } from '#web/components/button.tsx';
import { Form, TextField } from '#web/components/form.tsx';
import { MailSent } from '#web/components/mail-sent.tsx';
import { Trans } from '#web/components/trans.tsx';
import { callApi } from '#web/lib/api.ts';
import { ApiError, messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { siteQuery } from '#web/lib/site.query.ts';
import { OneTimeCode } from './continue-by-email.tsx';
import { openIssuedSession } from './open-issued-session.ts';
import { PhoneCodeForm, parsePhone } from './phone-code-form.tsx';
import { useChallenge } from './use-challenge.tsx';

type Sent = { by: 'mail'; to: string; ticket?: string } | Awaited<ReturnType<typeof textCode>>;

type AddressFormProps = {
  buttonLabel: string;
  /** The button below a texted code. */
  enterLabel?: string;
  /** Mails a link, or with a ticket a code. A phone number gets a code instead, which logs in here. */
  sendMail: (email: string) => Promise<{ ticket: string } | { sent: true }>;
  /** The effect of the mailed link, for example "Open it to see the photos." */
  mailDoes?: string;
  /** Called before a texted code logs in, to remember what the visitor came for. */
  beforeLogIn?: () => void;
  children?: ReactNode;
};

/** Takes an email address or, where text messages can be sent, a phone number. */
export function AddressForm(props: AddressFormProps) {
  const { buttonLabel, enterLabel = buttonLabel, sendMail, mailDoes, beforeLogIn, children } = props;
  const client = useQueryClient();
  const takesPhone = useQuery(siteQuery).data?.phone_log_in ?? false;
  // The field keeps what was typed before React was there.
  const [typed, setTyped] = useState('');
  const [sent, setSent] = useState<Sent>();
  const challenge = useChallenge();
  const send = useMutation({
    mutationFn: async (text: string): Promise<Sent> => {
      const site = await client.ensureQueryData(siteQuery).catch(() => undefined);
      const address = await readAddress(text, site?.phone_log_in ?? false);
      if (address.by === 'mail') {
        return { ...address, ...(await sendMail(address.to)) };
      }
      return textCode(address.to);
    },
    onSuccess: setSent,
    onError: () => setSent(undefined),
  });
  const submit = (form: FormData) => {
    const text = String(form.get('email'));
    setTyped(text);
    if (!send.isPending) send.mutate(text);
  };
  if (challenge.step) return challenge.step;
  if (sent?.by === 'mail' && sent.ticket) {
    return (
      <OneTimeCode
        key={sent.ticket}
        email={sent.to}
        ticket={sent.ticket}
        isSendingAgain={send.isPending}
        onSendAgain={() => send.mutate(sent.to)}
        onRestart={() => setSent(undefined)}
      />
    );
  }
  if (sent?.by === 'mail') {
    return (
      <MailSent
        action={
          <Button kind="line" onClick={() => setSent(undefined)}>
            {i18n.t('Use another address')}
          </Button>
        }
      >
        <Trans
          id="We sent a link to <b>{email}</b>."
          values={{ email: sent.to }}
          components={{ b: <b className="wrap-anywhere text-ink" /> }}
        />{' '}
        {mailDoes} {i18n.t('If you don’t see it, check your spam folder.')}
      </MailSent>
    );
  }
  if (sent) {
    return (
      <PhoneCodeForm
        to={sent.to}
        sentAt={sent.sentAt}
        shownCode={sent.code}
        submitLabel={enterLabel}
        resend={async () => setSent(await textCode(sent.to))}
        check={async (token) => {
          beforeLogIn?.();
          try {
            const body = { to: sent.to, token, ticket: sent.ticket, agreed_to_terms: true } as const;
            openIssuedSession(await callApi(phoneLogInEndpoints.logInByPhone, { body }));
          } catch (error) {
            if (!challenge.take(error)) throw error;
          }
        }}
        onBack={() => setSent(undefined)}
      />
    );
  }
  return (
    <Form action={submit}>
      <TextField
        name="email"
        label={takesPhone ? i18n.t('Email or phone') : i18n.t('Email')}
        type="text"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        placeholder={takesPhone ? i18n.t('you@example.com or 303 555 0142') : i18n.t('you@example.com')}
        defaultValue={typed}
        error={send.error ? messageOf(send.error) : undefined}
      />
      <Button type="submit" isBusy={send.isPending} className="h-[52px]! w-full">
        {buttonLabel}
      </Button>
      {children}
    </Form>
  );
}

async function readAddress(text: string, takesPhone: boolean) {
  const mail = readEmailAddress(text);
  if (mail !== undefined) return { by: 'mail', to: mail } as const;
  const phone = takesPhone && !text.includes('@') ? await parsePhone(text, 'US') : undefined;
  if (phone) return { by: 'text', to: phone } as const;
  const message = takesPhone
    ? i18n.t('Enter an email address, or a phone number with its area code.')
    : i18n.t('Enter a valid email address');
  throw new ApiError({ status: 0, code: 'address_unreadable', message });
}

async function textCode(to: string) {
  const { ticket, code } = await callApi(phoneLogInEndpoints.sendPhoneLogInCode, { body: { to } });
  return { by: 'text', to, sentAt: Date.now(), ticket, code } as const;
}
