import { Gift } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { Order } from '#contract/entities/order.ts';
import { readEmailAddress } from '#contract/rules/email-address.ts';
import { giftInWords } from '#contract/rules/gift-words.ts';
import { MOST_GIFT_MESSAGE } from '#contract/rules/order-limits.ts';
import { Button } from '#web/components/button.tsx';
import { Switch } from '#web/components/switch.tsx';
import { TextAreaField } from '#web/components/text-area-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { useGift } from './checkout-changes.ts';

type CheckoutGiftProps = { order: Order; isOpen: boolean; setIsOpen: (isOpen: boolean) => void };

/** The order becomes a gift once the address is saved; until then the switch only opens the form. */
export function CheckoutGift({ order, isOpen, setIsOpen }: CheckoutGiftProps) {
  const id = useId();
  const change = useGift(order.key);
  const turn = (isOn: boolean) => {
    setIsOpen(isOn);
    change.reset();
    if (!isOn && order.gift) change.mutate({ email: null, message: '' });
  };
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="grid gap-1 rounded-sheet border border-line bg-surface p-5 desk:p-8"
    >
      <div className="flex items-center gap-4">
        <label id={`${id}-title`} htmlFor={id} className="mr-auto text-18 font-[750] tracking-[-0.02em]">
          This is a gift
        </label>
        <Switch
          id={id}
          checked={isOpen || order.gift !== null}
          disabled={change.isPending}
          aria-describedby={`${id}-what`}
          onChange={({ target }) => turn(target.checked)}
        />
      </div>
      <p id={`${id}-what`} className="max-w-[62ch] text-15 text-ink-2">
        Somebody else gets what you pay for. They get an e-mail from us, and you get the receipt.
        {order.credit > 0 && ' Credit for photos you bought does not apply to a gift.'}
      </p>
      {order.gift && !isOpen ? (
        <SavedGift gift={order.gift} onEdit={() => setIsOpen(true)} />
      ) : (
        isOpen && (
          <GiftForm
            gift={order.gift}
            isBusy={change.isPending}
            problem={change.error ? messageOf(change.error) : undefined}
            onSave={(gift) => change.mutate(gift, { onSuccess: () => setIsOpen(false) })}
          />
        )
      )}
      {change.error && !isOpen && (
        <p role="alert" className="text-15 text-bad">
          {messageOf(change.error)}
        </p>
      )}
    </section>
  );
}

function SavedGift({ gift, onEdit }: { gift: NonNullable<Order['gift']>; onEdit: () => void }) {
  return (
    <div role="status" className="flex items-start gap-3 pt-3 text-15">
      <Gift aria-hidden size={20} strokeWidth={1.8} className="mt-0.5 flex-none" />
      <div className="min-w-0">
        <b className="block font-[650] break-words">{giftInWords(gift.email)}</b>
        {gift.message && <p className="break-words whitespace-pre-line text-ink-2">“{gift.message}”</p>}
      </div>
      <Button kind="ghost" size="small" className="-mr-3 ml-auto" onClick={onEdit} aria-label="Edit the gift">
        Edit
      </Button>
    </div>
  );
}

type GiftFormProps = {
  gift: Order['gift'];
  isBusy: boolean;
  problem: string | undefined;
  onSave: (gift: { email: string; message: string }) => void;
};

function GiftForm({ gift, isBusy, problem, onSave }: GiftFormProps) {
  const [email, setEmail] = useState(gift?.email ?? '');
  const [message, setMessage] = useState(gift?.message ?? '');
  const [wrong, setWrong] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const address = readEmailAddress(email);
    setWrong(address === undefined ? 'Enter a valid e-mail address' : undefined);
    if (address !== undefined) onSave({ email: address, message: message.trim() });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 pt-3">
      <TextField
        label="E-mail address of the recipient"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={254}
        autoFocus
        value={email}
        error={wrong ?? problem}
        onChange={({ target }) => {
          setEmail(target.value);
          setWrong(undefined);
        }}
      />
      <TextAreaField
        label="Message"
        optional
        maxLength={MOST_GIFT_MESSAGE}
        hint="Shown in the e-mail with your first name"
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <Button type="submit" kind="line" isBusy={isBusy} className="justify-self-start">
        Save gift
      </Button>
    </form>
  );
}
