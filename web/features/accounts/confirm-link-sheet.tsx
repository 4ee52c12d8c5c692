import { useMutation, useQueryClient } from '@tanstack/react-query';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { Button } from '#web/components/button.tsx';
import { Sheet, SheetClose } from '#web/components/sheet.tsx';
import { ErrorNotice, Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { readSession } from '#web/lib/session.ts';
import { useSiteName } from '#web/lib/site.query.ts';
import { meQuery } from './me.query.ts';

type ConfirmLinkSheetProps = { token: string; onClose: () => void };

/** Only the click confirms, because mail scanners open pages too. */
export function ConfirmLinkSheet({ token, onClose }: ConfirmLinkSheetProps) {
  const siteName = useSiteName();
  const queryClient = useQueryClient();
  const answer = useMutation({
    mutationFn: (isMine: boolean) =>
      isMine
        ? callApi(emailAddressEndpoints.confirmEmail, { body: { token } })
        : callApi(emailAddressEndpoints.refuseEmail, { body: { token } }),
    onSuccess: async () => {
      if (readSession().token) await queryClient.refetchQueries({ queryKey: meQuery.queryKey });
    },
  });
  if (answer.isSuccess) {
    return (
      <Sheet
        title={answer.variables ? i18n.t('Email confirmed') : i18n.t('Thank you')}
        onClose={onClose}
        footer={<SheetClose>{i18n.t('Done')}</SheetClose>}
      >
        <Notice tone="ok">
          {answer.variables
            ? i18n.t('You’re all set. Pick up where you left off, on any device.')
            : i18n.t(
                'We logged out whoever used your address, and they can’t get back in. To use the account yourself, log in by email.',
              )}
        </Notice>
      </Sheet>
    );
  }
  return (
    <Sheet
      title={i18n.t('Is this your account?')}
      description={i18n.t(
        'Someone signed up at {siteName} with your email address. Confirm only if that was you.',
        { siteName },
      )}
      onClose={onClose}
      footer={
        <>
          <Button
            kind="line"
            isBusy={answer.isPending && !answer.variables}
            onClick={() => answer.mutate(false)}
          >
            {i18n.t('That wasn’t me')}
          </Button>
          <Button isBusy={answer.isPending && answer.variables} onClick={() => answer.mutate(true)}>
            {i18n.t('Yes, confirm')}
          </Button>
        </>
      }
    >
      {answer.error ? (
        <ErrorNotice error={answer.error} />
      ) : (
        <p className="text-15 text-ink-2">
          {i18n.t('Once you confirm, the account can open albums, buy photos and invite people.')}
        </p>
      )}
    </Sheet>
  );
}
