import type { ReactNode } from 'react';
import { Button } from './button.tsx';

const LINE_BUTTON = 'px-2! font-semibold text-ink-2';

type SelectLineProps = {
  words: string;
  /** Undefined where checkboxes are always visible or nothing can be selected. */
  onSelecting: (() => void) | undefined;
  isSelecting: boolean;
  onAll: (() => void) | undefined;
  areAllChosen: boolean;
  children?: ReactNode;
};

export function SelectLine(props: SelectLineProps) {
  const { words, onSelecting, isSelecting, onAll, areAllChosen, children } = props;
  return (
    <div className="flex items-center gap-1 border-line border-b px-4 py-1 text-13 text-ink-2">
      <span aria-live="polite" className="mr-auto tabular-nums">
        {words}
      </span>
      {onSelecting && (
        <Button kind="ghost" size="small" className={LINE_BUTTON} onClick={onSelecting}>
          {isSelecting ? 'Done' : 'Select'}
        </Button>
      )}
      {onAll && (
        <Button kind="ghost" size="small" className={`${LINE_BUTTON} last:-mr-2`} onClick={onAll}>
          {areAllChosen ? 'Select none' : 'Select all'}
        </Button>
      )}
      {children}
    </div>
  );
}
