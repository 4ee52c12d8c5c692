import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useState } from 'react';
import { i18n } from '#web/lib/i18n.ts';
import { Button, buttonStyle } from './button.tsx';
import { useCloseOnBack } from './close-on-back.ts';

type ConfirmDialogProps = {
  title: string;
  sentence: string;
  confirmLabel: string;
  /** Use it if "Cancel" could be read as the answer. */
  cancelLabel?: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The dialog opens when it is mounted, also above a sheet. */
export function ConfirmDialog({
  title,
  sentence,
  confirmLabel,
  cancelLabel = i18n.t('Cancel'),
  isBusy,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const [isOpen, setIsOpen] = useState(true);
  useCloseOnBack(() => setIsOpen(false), isOpen);
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={setIsOpen}
      onOpenChangeComplete={(isStillOpen) => !isStillOpen && onCancel()}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          forceRender
          className="sheet-backdrop fixed inset-0 z-50 bg-[rgb(6_6_10/.55)]"
        />
        <AlertDialog.Popup className="sheet fixed top-1/2 left-1/2 z-50 grid w-[min(440px,calc(100vw-32px))] -translate-1/2 gap-5 rounded-sheet bg-surface p-6 text-ink shadow-3 ring-1 ring-line">
          <div className="grid gap-1.5">
            <AlertDialog.Title className="text-18 font-[750] tracking-[-0.02em]">{title}</AlertDialog.Title>
            <AlertDialog.Description className="text-15 wrap-anywhere text-ink-2">
              {sentence}
            </AlertDialog.Description>
          </div>
          <div className="flex flex-wrap justify-end gap-2">
            <AlertDialog.Close className={buttonStyle('line')}>{cancelLabel}</AlertDialog.Close>
            <Button isBusy={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

type Change<Input> = {
  isPending: boolean;
  mutate: (input: Input, options: { onSettled: () => void }) => void;
};

type Question = Pick<ConfirmDialogProps, 'title' | 'sentence' | 'confirmLabel'>;

/**
 * Asks before a change is made: `ask` opens the question, and the page shows it. The question keeps its words until it
 * closes with the answer, although the change may already have cleared what it counts.
 */
export function useConfirmed<Input = void>(change: Change<Input>, wordsOf: (input: Input) => Question) {
  const [asked, setAsked] = useState<{ input: Input; words: Question }>();
  const close = () => setAsked(undefined);
  return {
    ask: (input: Input) => setAsked({ input, words: wordsOf(input) }),
    question: asked && (
      <ConfirmDialog
        {...asked.words}
        isBusy={change.isPending}
        onConfirm={() => change.mutate(asked.input, { onSettled: close })}
        onCancel={close}
      />
    ),
  };
}
