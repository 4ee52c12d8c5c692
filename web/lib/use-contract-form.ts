import { toNestErrors } from '@hookform/resolvers';
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
import { fieldProblemsOf, messageOf } from './api-error.ts';

type ContractForm<Values extends FieldValues, Schema extends z.ZodType> = {
  schema: Schema;
  defaultValues: Values;
  /** New values from the server; fields the user has changed keep their text. */
  values?: Values;
  toBody: (values: Values) => unknown;
};

export function useContractForm<Values extends FieldValues, Schema extends z.ZodType>({
  schema,
  defaultValues,
  values: freshValues,
  toBody,
}: ContractForm<Values, Schema>) {
  const resolver: Resolver<Values, unknown, z.output<Schema>> = (values, _context, options) => {
    const parsed = schema.safeParse(toBody(values));
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: FieldErrors = {};
    for (const { path, message } of parsed.error.issues) {
      errors[path.join('.') || 'root'] ??= { type: 'contract', message };
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
