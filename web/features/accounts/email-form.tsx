import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type ComponentProps, useRef, useState } from 'react';
import { readEmailAddress } from '#contract/rules/accounts.ts';
import { TextField } from '#web/components/form.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';

/**
 * A form of one email address. Visitors meet it on their first page, so it does without the form library, and the field keeps
 * what was typed before React was there.
 */
export function useEmailForm<Answer>(send: (email: string) => Promise<Answer>) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const mutation = useMutation({ mutationFn: send });
  const submit = (form?: FormData) => {
    const sent = String(form?.get('email') ?? text);
    const email = readEmailAddress(sent);
    setText(field.current?.value ?? sent);
    setIsChecked(true);
    if (email === undefined) field.current?.focus();
    else if (!mutation.isPending) mutation.mutate(email);
  };
  return {
    ...mutation,
    submit,
    failure: mutation.error ? messageOf(mutation.error) : undefined,
    field: {
      ref: field,
      name: 'email',
      defaultValue: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.target.value),
      error:
        isChecked && readEmailAddress(text) === undefined ? i18n.t('Enter a valid email address') : undefined,
    },
  };
}

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>;

export function EmailField(props: EmailFieldProps) {
  return <TextField autoComplete="email" {...props} label={i18n.t('Email')} type="email" />;
}
