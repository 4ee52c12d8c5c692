import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type ComponentProps, type FormEvent, useState } from 'react';
import { readEmailAddress } from '#contract/rules/accounts.ts';
import { TextField } from '#web/components/text-field.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { continueTyping, failureBefore, typedBefore } from '#web/lib/first-use.ts';

/** The form may have been sent before this script was there: to this address, with this e-mail address. */
type First = { call: string; email: string | undefined };

/** A form of one e-mail address. Visitors meet it on their first page, so it does without the form library. */
export function useEmailForm<Answer>(send: (email: string) => Promise<Answer>, first?: First) {
  const [text, setText] = useState(() => first?.email ?? (first ? typedBefore('email') : ''));
  const [isChecked, setIsChecked] = useState(false);
  const email = readEmailAddress(text);
  const mutation = useMutation({ mutationFn: send });
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    setIsChecked(true);
    if (email === undefined)
      (event?.currentTarget.elements.namedItem('email') as HTMLElement | null)?.focus();
    else if (!mutation.isPending) mutation.mutate(email);
  };
  return {
    ...mutation,
    submit,
    failure: mutation.isIdle
      ? failureBefore(first?.call ?? '')
      : mutation.error
        ? messageOf(mutation.error)
        : undefined,
    field: {
      ref: continueTyping,
      name: 'email',
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.target.value),
      error: isChecked && email === undefined ? 'Enter a valid e-mail address' : undefined,
    },
  };
}

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'inputMode'>;

export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      autoComplete="email"
      {...props}
      label="E-mail"
      type="email"
      inputMode="email"
      autoCapitalize="none"
    />
  );
}
