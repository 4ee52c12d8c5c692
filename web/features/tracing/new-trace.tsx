import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { newTrace, tracingEndpoints } from '#contract/endpoints/tracing.ts';
import type { CredentialAnswer } from '#contract/entities/passkey.ts';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { TextAreaField } from '#web/components/text-area-field.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { fieldProps, showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { findFileProblem, PictureDrop } from './picture-drop.tsx';

export type TraceScope = { event: number | null; album: number | null };

type NewTraceProps = {
  scope: TraceScope;
  scopeFields: ReactNode;
  /** Asks the browser for a passkey, for people who have one. */
  askPasskey: (() => Promise<{ passkey: CredentialAnswer }>) | undefined;
  onStarted: (traceId: number, file: File) => void;
};

type Values = { reason: string; code: string; passkey?: CredentialAnswer };
const EMPTY: Values = { reason: '', code: '' };

/** The code and the reason are checked first, so that a wrong code costs no upload. */
export function NewTrace({ scope, scopeFields, askPasskey, onStarted }: NewTraceProps) {
  const [file, setFile] = useState<File>();
  const [fileProblem, setFileProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const form = useContractForm({
    schema: newTrace,
    defaultValues: EMPTY,
    toBody: ({ code, ...values }) => ({ ...values, ...scope, code: code || undefined }),
  });
  const start = useMutation({
    mutationFn: async ({ body, picture }: { body: typeof newTrace._output; picture: File }) => {
      const { id } = await callApi(tracingEndpoints.startTrace, { body });
      await callApi(tracingEndpoints.sendTracedPicture, { params: { id }, picture });
      return id;
    },
    onMutate: () => setFailure(undefined),
    onSuccess: (id, { picture }) => {
      form.reset(EMPTY);
      setFile(undefined);
      onStarted(id, picture);
    },
    onError: (error) => {
      form.setValue('code', '');
      form.setValue('passkey', undefined);
      setFailure(showServerProblems(form, error) && messageOf(error));
    },
  });
  const choose = (chosen: File) => {
    const problem = findFileProblem(chosen);
    setFileProblem(problem);
    if (!problem) setFile(chosen);
  };
  const submit = form.handleSubmit(
    (body) => (file ? start.mutate({ body, picture: file }) : setFileProblem('Choose a picture first.')),
    () => !file && setFileProblem('Choose a picture first.'),
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
      <PictureDrop file={file} error={fileProblem} onFile={choose} />
      {scopeFields}
      <TextAreaField
        label="Reason"
        hint="Kept in the history with your name."
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
          Trace this picture
        </Button>
        {askPasskey && (
          <Button kind="line" isBusy={start.isPending} onClick={() => void submitByPasskey(askPasskey)}>
            Trace with a passkey
          </Button>
        )}
      </div>
    </Form>
  );
}
