import { ChevronDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { CHIP, CHIP_ON, CHIP_SELECT } from './chip-style.ts';

type FilterChipProps = {
  label: string;
  /** What the list is filtered by now. */
  chosen: string | undefined;
  prompt: string;
  onChoose: (value: string) => void;
  onRemove: () => void;
  /** The options. */
  children: ReactNode;
};

/** A filter that is off opens its choices; one that is on says what it is, and a press takes it off. */
export function FilterChip({ label, chosen, prompt, onChoose, onRemove, children }: FilterChipProps) {
  if (chosen !== undefined) {
    return (
      <button type="button" onClick={onRemove} aria-label={`${chosen}. Remove filter`} className={CHIP_ON}>
        <span className="max-w-[220px] truncate">{chosen}</span>
        <X aria-hidden size={15} />
      </button>
    );
  }
  return (
    <label className={CHIP}>
      {label}
      <ChevronDown aria-hidden size={15} />
      <select
        aria-label={label}
        value=""
        onChange={({ target }) => onChoose(target.value)}
        className={CHIP_SELECT}
      >
        <option value="" disabled>
          {prompt}
        </option>
        {children}
      </select>
    </label>
  );
}
