import type { MouseEvent } from 'react';

type RowChoiceProps = {
  label: string;
  isChosen: boolean;
  /** With Shift, everything up to this row. */
  onChoose: (isStretching: boolean) => void;
};

/** The box of a row that can be chosen with others. */
export function RowChoice({ label, isChosen, onChoose }: RowChoiceProps) {
  return (
    <label className="grid size-11 flex-none place-items-center desk:size-9">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        onClick={(event: MouseEvent) => onChoose(event.shiftKey)}
        onChange={() => undefined}
        className="size-4 accent-ink"
      />
    </label>
  );
}
