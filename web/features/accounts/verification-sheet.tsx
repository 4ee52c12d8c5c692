import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { keepUser, useUser } from '#web/lib/session.ts';
import { AddAddress } from './add-address.tsx';
import { MailedCodeForm, ResendButton, useMailedCode } from './code-field.tsx';
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

function useSettle(isVerified: boolean, onSettled: VerificationSheetProps['onSettled']): void {
  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    if (isVerified) settle(true);
  }, [isVerified]);
}

/** Somebody who came by phone number adds an address first. */
function AddressSheet({ onSettled }: VerificationSheetProps) {
  const { email_verified: isVerified } = useUser();
  useSettle(isVerified, onSettled);
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
      code.clear();
    },
  });
  const code = useMailedCode(async (typed) =>
    keepUser(await callApi(emailAddressEndpoints.checkEmailCode, { body: { code: typed } })),
  );
  useQuery({ ...meQuery, refetchInterval: LOOK_EVERY_MS });
  const isVerified = user.email_verified || isApiError(sent.error, 'address_verified');
  useSettle(isVerified, onSettled);
  const failure = code.error ?? resend.error ?? sent.error;
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
          <Button type="submit" form={formId} disabled={!code.isComplete} isBusy={code.isPending}>
            {i18n.t('Confirm')}
          </Button>
        </>
      }
    >
      <MailedCodeForm
        id={formId}
        code={code}
        sentence={/*i18n*/ 'We emailed six digits to <b>{email}</b>. The link in that email works too.'}
        email={user.email}
        shownCode={sent.data?.code}
        problem={isVerified ? null : failure}
        className="grid gap-4 pb-3"
      >
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
      </MailedCodeForm>
    </Sheet>
  );
}
