import { CARD_CONSENT } from '#contract/rules/card-consent.ts';
import { CheckField } from '#web/components/check-field.tsx';

type KeepCardBoxProps = { isChecked: boolean; onChange: (isChecked: boolean) => void };

const END_OF_FIRST = CARD_CONSENT.indexOf('.') + 1;

/** The whole text is the label, because the server records that the buyer agreed to these words. */
export function KeepCardBox({ isChecked, onChange }: KeepCardBoxProps) {
  return (
    <CheckField checked={isChecked} onChange={({ target }) => onChange(target.checked)}>
      <b className="font-[650]">{CARD_CONSENT.slice(0, END_OF_FIRST)}</b>
      <span className="block text-13 text-ink-2">{CARD_CONSENT.slice(END_OF_FIRST).trim()}</span>
    </CheckField>
  );
}
