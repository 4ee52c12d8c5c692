import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { Trans } from '#web/components/trans.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { keepUser, useUser } from '#web/lib/session.ts';
import { AddAddress } from './add-address.tsx';
import { CODE_DIGITS, explainCode, MailedCodeField, ResendButton, ShownCode } from './code-field.tsx';
import { meQuery } from './me.query.ts';

/** The interval at which the prompt notices a verification on another device. */
const LOOK_EVERY_MS = 4_000;

type VerificationSheetProps = { onSettled: (isVerified: boolean) => void };

/** Asks for the mailed code on top of whatever the person was doing. */
export function VerificationSheet({ onSettled }: VerificationSheetProps) {
  const user = useUser();
  const [hadAddress] = useState(user.email !== '');
  return hadAddress ? <CodeSheet onSettled={onSettled} /> : <AddressSheet onSettled={onSettled} />;
}

/** Somebody who came by phone number adds an address first. */
function AddressSheet({ onSettled }: VerificationSheetProps) {
  const { email_verified: isVerified } = useUser();
  const settle = useRef(onSettled);
  settle.current = onSettled;
  useEffect(() => {
    if (isVerified) settle.current(true);
  }, [isVerified]);
  return (
    <Sheet
      title={i18n.t('Add your email address')}
      description={i18n.t('These are photos of kids, so we check who’s looking.')}
      onClose={() => onSettled(false)}
    >
      <div className="pb-3">
        <AddAddress />
      </div>
    </Sheet>
  );
}

function CodeSheet({ onSettled }: VerificationSheetProps) {
  const user = useUser();
  const formId = useId();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [sentAt, setSentAt] = useState(Date.now);
  const sent = useQuery({
    queryKey: ['email-code', user.id],
    queryFn: () => callApi(emailAddressEndpoints.sendEmailCode, { body: { unless_sent: true } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const resend = useMutation({
    mutationFn: () => callApi(emailAddressEndpoints.sendEmailCode, { body: {} }),
    onSuccess: (fresh) => {
      queryClient.setQueryData(['email-code', user.id], fresh);
      setSentAt(Date.now());
      setTyped('');
      check.reset();
    },
  });
  const check = useMutation({
    mutationFn: (code: string) => callApi(emailAddressEndpoints.checkEmailCode, { body: { code } }),
    onSuccess: keepUser,
    onError: () => setTyped(''),
  });
  useQuery({ ...meQuery, refetchInterval: LOOK_EVERY_MS });
  const isVerified = user.email_verified || isApiError(sent.error, 'address_verified');
  const settle = useRef(onSettled);
  settle.current = onSettled;
  useEffect(() => {
    if (isVerified) settle.current(true);
  }, [isVerified]);

  const send = (code: string) => !check.isPending && check.mutate(code);
  const failure = check.error ?? resend.error ?? sent.error;
  return (
    <Sheet
      title={i18n.t('Confirm your email address')}
      description={i18n.t('These are photos of kids, so we check who’s looking.')}
      onClose={() => onSettled(user.email_verified)}
      footer={
        <>
          <ResendButton
            kind="line"
            sentAt={sentAt}
            disabled={sent.isPending}
            isBusy={resend.isPending}
            onClick={() => resend.mutate()}
          />
          <Button type="submit" form={formId} disabled={typed.length < CODE_DIGITS} isBusy={check.isPending}>
            {i18n.t('Confirm')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={() => typed.length === CODE_DIGITS && send(typed)}
        className="grid gap-4 pb-3"
      >
        <p role="status" className="text-15 text-ink-2">
          <Trans
            id="We emailed six digits to <b>{email}</b>. The link in that email works too."
            values={{ email: user.email }}
            components={{ b: <b className="wrap-anywhere text-ink" /> }}
          />
        </p>
        {sent.data?.code && (
          <ShownCode
            words={i18n.t('Test mode: no email goes out. Your code is')}
            code={sent.data.code}
            onUse={(code) => {
              setTyped(code);
              send(code);
            }}
          />
        )}
        <MailedCodeField
          value={typed}
          onChange={setTyped}
          onComplete={send}
          error={failure && !isVerified ? explainCode(failure) : undefined}
        />
        <p className="text-15 text-ink-2">
          {i18n.t('Not your address?')}{' '}
          <Link
            to={paths.profile}
            hash="email"
            className={`${buttonStyle('ghost', 'small')} -ml-2`}
            onClick={() => onSettled(false)}
          >
            {i18n.t('Change email')}
          </Link>
        </p>
      </Form>
    </Sheet>
  );
}
