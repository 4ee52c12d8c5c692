import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { Form } from '#web/components/form.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { createPasskey } from './passkeys.ts';

type PasskeyFormProps = { onCodes: (codes: string[]) => void; onCancel: () => void };

export function PasskeyForm({ onCodes, onCancel }: PasskeyFormProps) {
  const [name, setName] = useState('');
  const create = useMutation({ mutationFn: createPasskey, onSuccess: onCodes });
  return (
    <Form
      failure={create.error ? messageOf(create.error) : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending && name.trim()) create.mutate(name);
      }}
    >
      <TextField
        ref={focusOnMount}
        label="Name"
        hint="Where the passkey is, such as “Work laptop” or “Blue key”."
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!name.trim()} isBusy={create.isPending}>
          Create the passkey
        </Button>
        <Button kind="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
