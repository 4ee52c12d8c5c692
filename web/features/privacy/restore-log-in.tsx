import { useMutation } from '@tanstack/react-query';
import { privacyEndpoints } from '#contract/endpoints/privacy.ts';
import { Button } from '#web/components/button.tsx';
import { MailSent } from '#web/components/mail-sent.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { Trans } from '#web/components/trans.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';

/** Only the click restores the log-in, because mail scanners open pages too. */
export function RestoreLogIn({ token }: { token: string }) {
  const restore = useMutation({
    mutationFn: () => callApi(privacyEndpoints.restoreLogIn, { body: { token } }),
  });
  if (restore.isSuccess) {
    return (
      <MailSent>
        {i18n.t(
          'A login link is on its way. It opens a new, empty account. Set a password there that nobody else knows.',
        )}
      </MailSent>
    );
  }
  return (
    <div className="grid gap-4">
      <ErrorNotice error={restore.error} />
      <Button isBusy={restore.isPending} className="h-[52px]! w-full" onClick={() => restore.mutate()}>
        {i18n.t('Get my login back')}
      </Button>
      <p className="text-15 text-ink-2">
        <Trans
          id="It was you? Then you’re all set. You can <register>create a new account</register> anytime."
          components={{ register: <TextLink to={paths.register} /> }}
        />
      </p>
    </div>
  );
}
