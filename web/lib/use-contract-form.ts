import { toNestErrors } from '@hookform/resolvers';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { fieldProblemsOf, messageOf, translated } from './api-error.ts';

type ContractForm<Values extends FieldValues, Schema extends z.ZodType> = {
  /** A first page passes a function, so that its form is there before the schemas are. */
  schema: Schema | (() => Promise<Schema>);
  defaultValues: Values;
  /** New values from the server; fields the user has changed keep their text. */
  values?: Values;
  /** The values themselves are the body if left out. */
  toBody?: (values: Values) => unknown;
};

export function useContractForm<Values extends FieldValues, Schema extends z.ZodType>({
  schema,
  defaultValues,
  values: freshValues,
  toBody = (values) => values,
}: ContractForm<Values, Schema>) {
  const [load] = useState(() => (typeof schema === 'function' ? startLoading(schema) : undefined));
  const resolver: Resolver<Values, unknown, z.output<Schema>> = async (values, _context, options) => {
    const loaded = typeof schema === 'function' ? await load?.() : schema;
    // The server checks the same, so a schema that cannot be loaded stops nobody.
    if (!loaded) return { values: toBody(values) as z.output<Schema>, errors: {} };
    const parsed = loaded.safeParse(toBody(values));
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: FieldErrors = {};
    for (const { path, message } of parsed.error.issues) {
      errors[path.join('.') || 'root'] ??= { type: 'contract', message: translated(message) };
    }
    return { values: {}, errors: toNestErrors(errors, options) as FieldErrors<Values> };
  };
  return useForm<Values, unknown, z.output<Schema>>({
    defaultValues: defaultValues as DefaultValues<Values>,
    values: freshValues,
    resetOptions: { keepDirtyValues: true },
    resolver,
    mode: 'onTouched',
  });
}

/** Loads at once, and again whenever the last attempt failed. */
function startLoading<Schema>(load: () => Promise<Schema>): () => Promise<Schema | undefined> {
  const attempt = () => load().catch(() => undefined);
  let loading = attempt();
  return async () => {
    const loaded = await loading;
    if (!loaded) loading = attempt();
    return loaded ?? loading;
  };
}

/** Shows the server's field errors and returns the message that belongs to no field. */
export function showServerProblems<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  error: unknown,
): string | undefined {
  const names = Object.keys(form.getValues());
  const problems = fieldProblemsOf(error)
    .map(({ path, message }) => ({ name: path.replace(/^\/?body[./]|^\//, ''), message }))
    .filter(({ name }) => names.includes(name));
  problems.forEach(({ name, message }, index) => {
    form.setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return problems.length > 0 ? undefined : messageOf(error);
}

/** The props that tie a field to a form: its registration and its error. */
export function fieldProps<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  name: Path<Values>,
) {
  return { ...form.register(name), error: form.getFieldState(name, form.formState).error?.message };
}

type FormMutation<Body, Result> = {
  send: (body: Body) => Promise<Result>;
  onSuccess?: (result: Result, body: Body) => unknown;
  onSettled?: () => unknown;
  /** Zero for an answer with a secret, so that it is forgotten with the form. */
  gcTime?: number;
  /** Returns true when it has shown the error itself. */
  onError?: (error: unknown) => boolean;
};

export type Unsaved = {
  isUnsaved: boolean;
  /** True as soon as the changes are saved, also before the page shows it, because a save may lead to another page. */
  isSaved: RefObject<boolean>;
};

/** For a sheet's form that `useFormMutation` does not send. */
export function useUnsaved(isUnsaved: boolean): { unsaved: Unsaved } {
  return { unsaved: { isUnsaved, isSaved: useRef(false) } };
}

export function useFormMutation<Values extends FieldValues, Body, Result>(
  form: UseFormReturn<Values, unknown, Body>,
  { send, onSuccess, onError, ...options }: FormMutation<Body, Result>,
) {
  const [failure, setFailure] = useState<string>();
  const {
    unsaved: { isUnsaved, isSaved },
  } = useUnsaved(form.formState.isDirty);
  const fail = (error: unknown) => setFailure(showServerProblems(form, error));
  const mutation = useMutation({
    mutationFn: send,
    onMutate: () => setFailure(undefined),
    ...options,
    onSuccess: (result, body) => {
      isSaved.current = true;
      return onSuccess?.(result, body);
    },
    onError: (error) => {
      if (!onError?.(error)) fail(error);
    },
  });
  return {
    ...mutation,
    failure: mutation.isError ? failure : undefined,
    fail,
    unsaved: { isUnsaved: isUnsaved && !mutation.isSuccess, isSaved },
    submit: form.handleSubmit((body) => mutation.mutate(body)),
  };
}

export function showFieldError<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  name: Path<Values>,
  message: string,
): true {
  form.setError(name, { type: 'server', message }, { shouldFocus: true });
  return true;
}
