import { Button } from '#web/components/button.tsx';
import { countOf } from '#web/lib/count-words.ts';

type SaveBarProps = {
  formId: string;
  changes: number;
  isSaving: boolean;
  onDiscard: () => void;
};

export function SaveBar({ formId, changes, isSaving, onDiscard }: SaveBarProps) {
  if (changes === 0) return null;
  return (
    <section
      aria-label="Unsaved changes"
      className="sticky bottom-[calc(var(--tab-bar-height)+8px)] z-10 flex items-center gap-2 rounded-card border border-line bg-raised px-4 py-3 shadow-3 desk:bottom-4"
    >
      <p role="status" className="flex-1 text-15 font-[650] tabular-nums">
        {countOf(changes, 'change')}
      </p>
      <Button kind="ghost" onClick={onDiscard} disabled={isSaving}>
        Discard
      </Button>
      <Button type="submit" form={formId} isBusy={isSaving}>
        Save
      </Button>
    </section>
  );
}
