import { useState } from 'react';
import { isStaff } from '#contract/rules/permissions.ts';
import { Button } from '#web/components/button.tsx';
import { useUser } from '#web/lib/session.ts';
import { DeleteAccountSheet } from './delete-account-sheet.tsx';
import { ExportData } from './export-data.tsx';

export function YourData() {
  const { type } = useUser();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <div className="grid gap-6">
      <ExportData />
      <div className="grid gap-3 border-line border-t pt-6">
        <div className="grid gap-1">
          <h3 className="text-16 font-bold">Delete your account</h3>
          <p className="max-w-[60ch] text-15 text-ink-2">
            {isStaff(type)
              ? 'A staff account cannot be deleted. Ask a super user to make it a customer account first.'
              : 'Erases you, your athletes and everything you saved, at once and for good.'}
          </p>
        </div>
        {!isStaff(type) && (
          <Button kind="bad" className="justify-self-start" onClick={() => setIsDeleting(true)}>
            Delete account
          </Button>
        )}
      </div>
      {isDeleting && <DeleteAccountSheet onClose={() => setIsDeleting(false)} />}
    </div>
  );
}
