import { Sheet, SheetClose } from '#web/components/sheet.tsx';
import { closeErrorDialog, useConnection } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { refetchFailedQueries } from '#web/lib/query-client.ts';

export function ErrorDialog() {
  const { failure } = useConnection();
  if (!failure) return null;
  const { statusCode, message } = failure;
  return (
    <Sheet
      title={i18n.t('We can’t reach the site')}
      description={i18n.t('Your connection might be weak, or the site is down for a moment.')}
      onClose={closeErrorDialog}
      footer={
        <>
          <SheetClose kind="line">{i18n.t('Close')}</SheetClose>
          <SheetClose onClick={refetchFailedQueries}>{i18n.t('Try again')}</SheetClose>
        </>
      }
    >
      <p className="rounded-ctl bg-bad-bg px-4 py-3 text-15 text-bad">
        {message} <span className="tabular-nums">{i18n.t('Status {statusCode}', { statusCode })}</span>
      </p>
    </Sheet>
  );
}
