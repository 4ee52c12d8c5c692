import { Check } from 'lucide-react';

/** The element is always in the page, so that screen readers announce its change. */
export function SavedNote({ isSaved, text = 'Saved' }: { isSaved: boolean; text?: string }) {
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
