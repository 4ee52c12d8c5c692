import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { legalEndpoints } from '#contract/endpoints/legal.ts';
import { Button } from '#web/components/button.tsx';
import { LEGAL_LINKS } from '#web/components/legal-link.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { Trans } from '#web/components/trans.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { keepUser } from '#web/lib/session.ts';
import { useSiteName } from '#web/lib/site.query.ts';
import { logOut, meQuery } from './me.query.ts';

/** Can only be agreed to or left by logging out, because nobody may use the site without agreeing to the texts in force. */
export function AgreementDialog({ version }: { version: number }) {
  const siteName = useSiteName();
  const queryClient = useQueryClient();
  const agree = useMutation({
    mutationFn: () => callApi(legalEndpoints.agree, { body: { version } }),
    onSuccess: keepUser,
    onError: (error) => {
      // A still newer version is in force by now.
      if (isApiError(error, 'conflict')) void queryClient.refetchQueries({ queryKey: meQuery.queryKey });
    },
  });
  const leave = useMutation({ mutationFn: logOut });
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="sheet-backdrop fixed inset-0 z-40 bg-[rgb(6_6_10/.55)]" />
        <AlertDialog.Popup className="sheet fixed top-1/2 left-1/2 z-50 grid w-[min(460px,calc(100vw-32px))] -translate-1/2 gap-5 rounded-sheet bg-surface p-6 text-ink shadow-3">
          <div className="grid gap-1.5">
            <AlertDialog.Title className="text-18 font-[750] tracking-[-0.02em]">
              {i18n.t('Our terms have changed')}
            </AlertDialog.Title>
            <AlertDialog.Description className="text-15 text-ink-2">
              <Trans
                id="Please read our <terms>terms of use</terms> and <privacy>privacy notice</privacy> and agree to keep using {siteName}."
                values={{ siteName }}
                components={LEGAL_LINKS}
              />
            </AlertDialog.Description>
          </div>
          <ErrorNotice error={agree.error} />
          <div className="flex justify-end gap-2">
            <Button kind="line" isBusy={leave.isPending} onClick={() => leave.mutate()}>
              {i18n.t('Log out')}
            </Button>
            <Button isBusy={agree.isPending} onClick={() => agree.mutate()}>
              {i18n.t('I agree')}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
