import { Sheet, SheetClose } from '#web/components/sheet.tsx';
import { closeErrorDialog, useConnection } from '#web/lib/api.ts';
import { refetchFailedQueries } from '#web/lib/query-client.ts';

export function ErrorDialog() {
  const { failure } = useConnection();
  if (!failure) return null;
  const { statusCode, message } = failure;
  return (
    <Sheet
      title="The site cannot be reached"
      description="Your connection may be weak, or the site may be down briefly."
      onClose={closeErrorDialog}
      footer={
        <>
          <SheetClose kind="line">Close</SheetClose>
          <SheetClose onClick={refetchFailedQueries}>Try again</SheetClose>
        </>
      }
    >
      <p className="rounded-ctl bg-bad-bg px-4 py-3 text-15 text-bad">
        {message} <span className="tabular-nums">Status {statusCode}</span>
      </p>
    </Sheet>
  );
}
