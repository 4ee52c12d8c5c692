import { Check } from 'lucide-react';
import { i18n } from '#web/lib/i18n.ts';

/** The element is always in the page, so that screen readers announce its change. */
export function SavedNote({ isSaved, text = i18n.t('Saved') }: { isSaved: boolean; text?: string }) {
  return (
    <span role="status" className="flex min-h-6 items-center gap-1.5 text-15 font-semibold text-ok">
      {isSaved && (
        <>
          <Check size={18} strokeWidth={2.4} />
          {text}
        </>
      )}
    </span>
  );
}
