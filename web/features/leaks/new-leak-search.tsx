import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { leakEndpoints, newLeakSearch } from '#contract/endpoints/leaks.ts';
import type { CredentialAnswer } from '#contract/entities/passkey.ts';
import { Button } from '#web/components/button.tsx';
import { Form, TextAreaField, TextField } from '#web/components/form.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { fieldProps, showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { findFileProblem, ImageDrop } from './image-drop.tsx';

export type LeakSearchScope = { event: number | null; album: number | null };

type NewLeakSearchProps = {
  scope: LeakSearchScope;
  scopeFields: ReactNode;
  /** Asks the browser for a passkey, for people who have one. */
  askPasskey: (() => Promise<{ passkey: CredentialAnswer }>) | undefined;
  onStarted: (searchId: number, files: readonly File[]) => void;
};

type Values = { reason: string; code: string; passkey?: CredentialAnswer };
const EMPTY: Values = { reason: '', code: '' };

/** The code and the reason are checked first, so that a wrong code costs no upload. */
export function NewLeakSearch({ scope, scopeFields, askPasskey, onStarted }: NewLeakSearchProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sent, setSent] = useState(0);
  const [fileProblem, setFileProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const form = useContractForm({
    schema: newLeakSearch,
    defaultValues: EMPTY,
    toBody: ({ code, ...values }) => ({
      ...values,
      ...scope,
      code: code || undefined,
      pictures: Math.max(1, files.length),
    }),
  });
  const start = useMutation({
    mutationFn: async ({
      body,
      pictures,
    }: {
      body: typeof newLeakSearch._output;
      pictures: readonly File[];
    }) => {
      const { id } = await callApi(leakEndpoints.startLeakSearch, { body });
      for (const [i, picture] of pictures.entries()) {
        setSent(i);
        await callApi(leakEndpoints.sendLeakedImage, {
          params: { id },
          query: { number: i + 1 },
          picture,
        });
      }
      return id;
    },
    onMutate: () => {
      setFailure(undefined);
      setSent(0);
    },
    onSuccess: (id, { pictures }) => {
      form.reset(EMPTY);
      setFiles([]);
      onStarted(id, pictures);
    },
    onError: (error) => {
      form.setValue('code', '');
      form.setValue('passkey', undefined);
      setFailure(showServerProblems(form, error) && messageOf(error));
    },
  });
  const add = (chosen: readonly File[]) => {
    const all = [...files, ...chosen.filter((file) => !files.some((one) => isSame(one, file)))];
    const problem = findFileProblem(all);
    setFileProblem(problem);
    if (!problem) setFiles(all);
  };
  const remove = (file: File) => {
    setFileProblem(undefined);
    setFiles(files.filter((one) => one !== file));
  };
  const hasFiles = files.length > 0;
  const submit = form.handleSubmit(
    (body) =>
      hasFiles ? start.mutate({ body, pictures: files }) : setFileProblem('Choose a picture first.'),
    () => !hasFiles && setFileProblem('Choose a picture first.'),
  );
  const submitByPasskey = async (ask: NonNullable<typeof askPasskey>) => {
    try {
      form.setValue('passkey', (await ask()).passkey);
      form.setValue('code', '');
      await submit();
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return (
    <Form failure={failure} onSubmit={submit}>
      <ImageDrop files={files} error={fileProblem} onAdd={add} onRemove={remove} />
      {scopeFields}
      <TextAreaField
        label="Reason"
        hint="Saved in the history with your name."
        maxLength={500}
        {...fieldProps(form, 'reason')}
      />
      <TextField
        label="Code from your authenticator app"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={40}
        {...fieldProps(form, 'code')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={start.isPending}>
          Find the source
        </Button>
        {askPasskey && (
          <Button kind="line" isBusy={start.isPending} onClick={() => void submitByPasskey(askPasskey)}>
            Confirm with a passkey
          </Button>
        )}
      </div>
      {start.isPending && files.length > 1 && (
        <p role="status" className="text-13 text-ink-2">
          Sending picture {sent + 1} of {files.length}
        </p>
      )}
    </Form>
  );
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
