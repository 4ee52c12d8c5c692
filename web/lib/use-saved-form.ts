import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import { z } from 'zod';
import { type ApiError, isApiError } from './api-error.ts';
import { formatDay } from './formats.ts';
import { useContractForm, useFormMutation } from './use-contract-form.ts';

type Versioned = { version?: number | undefined };

type Save<Body> = { body: Body; changes: Partial<Body>; version: number | undefined };

type SavedForm<Saved extends Versioned, Values extends FieldValues, Schema extends z.ZodType> = {
  schema: Schema;
  /** The values that were read, with their version. Undefined for something new, which is sent whole. */
  saved: Saved | undefined;
  toValues: (saved: Saved | undefined) => Values;
  /** The values themselves are the body if left out. */
  toBody?: (values: Values) => object;
  /** Sends only the fields that changed, with the version they were read at. `body` has all fields, for what is new. */
  send: (save: Save<z.output<Schema>>) => Promise<Saved>;
  /** Reads it again after a conflict; undefined if it is gone. */
  reload: () => Promise<Saved | undefined>;
  onSaved?: (saved: Saved) => unknown;
  onSettled?: () => unknown;
  /** Fields of the body that have another name on the form, or several. */
  fieldsOf?: Record<string, readonly string[]>;
  /** The label of a field in a conflict. By default, that of its control. */
  labelOf?: (name: string) => string | undefined;
  /** The text of a value in a conflict. Undefined uses the default. */
  showValue?: (value: unknown, name: string) => string | undefined;
};

export type ConflictItem = {
  name: string;
  label: string;
  mine: string;
  theirs: string;
  by: string | null;
  at: string;
};

/**
 * The form of something that staff edit together. A save sends what changed since the form was read. If a colleague has
 * changed one of these fields meanwhile, `conflicts` lists them, and the person keeps theirs or their own.
 */
export function useSavedForm<Saved extends Versioned, Values extends FieldValues, Schema extends z.ZodType>({
  schema,
  saved,
  toValues,
  toBody = (values) => values,
  send,
  reload,
  onSaved,
  onSettled,
  fieldsOf = {},
  labelOf,
  showValue,
}: SavedForm<Saved, Values, Schema>) {
  const queryClient = useQueryClient();
  const base = useRef(saved);
  const [conflicts, setConflicts] = useState<readonly ConflictItem[]>([]);
  const form = useContractForm({ schema, defaultValues: toValues(saved), toBody });
  const { isDirty } = form.formState;
  const show = (read: Saved | undefined) => form.reset(toValues(read), { keepDirtyValues: false });

  // A form with unsaved changes stays at the version it was read at: its save has to meet what a colleague changed since.
  useEffect(() => {
    if (isDirty || (saved?.version ?? 0) <= (base.current?.version ?? 0)) return;
    base.current = saved;
    show(saved);
  });

  const save = useFormMutation(form, {
    send: async (body: z.output<Schema>) => {
      const known = base.current;
      if (!known) return send({ body, changes: body, version: undefined });
      const changed = differingKeys(toBody(toValues(known)), toBody(form.getValues()));
      const changes = pick(body as object, changed) as Partial<z.output<Schema>>;
      return changed.length === 0 ? known : send({ body, changes, version: known.version });
    },
    onSuccess: (fresh) => {
      base.current = fresh;
      show(fresh);
      return onSaved?.(fresh);
    },
    onSettled: () => {
      // Everything that staff see is read again, as after every other change of theirs.
      void queryClient.invalidateQueries({ queryKey: ['staff'] });
      return onSettled?.();
    },
    onError: (error) => {
      if (!isApiError(error, 'changed_meanwhile')) return false;
      void takeOver(error).catch(save.fail);
      return true;
    },
  });

  /** Takes over what colleagues changed, except where this person did too, and asks about that. */
  async function takeOver(error: ApiError): Promise<void> {
    const fresh = await reload();
    if (!fresh) throw error;
    const [old, theirs, mine] = [toValues(base.current), toValues(fresh), form.getValues()];
    show(fresh);
    for (const name of differingKeys(old, mine)) set(name, mine[name]);
    base.current = fresh;
    const items = changesIn(error).flatMap(({ field, by, at }) =>
      (fieldsOf[field] ?? [field]).flatMap((name) => {
        const [ours, other] = [form.getValues()[name], theirs[name]];
        if (!(name in theirs) || isSame(ours, other)) return [];
        const show = (value: unknown) => showValue?.(value, name) ?? showAny(value);
        const label = labelOf?.(name) ?? labelOnPage(name);
        return [{ name, label, mine: show(ours), theirs: show(other), by, at }];
      }),
    );
    setConflicts([...new Map(items.map((item) => [item.name, item])).values()]);
    // Only a field that the form derives from others, such as a full name, was changed by both.
    if (items.length === 0) await save.submit();
  }

  const set = (name: string, value: unknown) =>
    form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });

  return {
    form,
    save: {
      ...save,
      unsaved: { ...save.unsaved, isUnsaved: isDirty },
      discard: () => {
        save.reset();
        show(base.current);
      },
      conflict: {
        items: conflicts,
        close: () => setConflicts([]),
        keepMine: () => {
          setConflicts([]);
          void save.submit();
        },
        keepTheirs: () => {
          const theirs = toValues(base.current);
          for (const { name } of conflicts) set(name, theirs[name]);
          setConflicts([]);
        },
      },
    },
  };
}

const conflictDetails = z.object({
  changes: z.array(z.object({ field: z.string(), by: z.string().nullable(), at: z.string() })),
});
/** What colleagues changed, if that is why a save was refused. */
export const changesIn = ({ details }: ApiError) => conflictDetails.safeParse(details).data?.changes ?? [];

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function differingKeys(before: object, after: object): string[] {
  const old: Record<string, unknown> = { ...before };
  return Object.entries(after).flatMap(([key, value]) => (isSame(old[key], value) ? [] : [key]));
}

function pick(values: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));
}

/** The words that the person sees: the label of the control, or the legend of several. */
function labelOnPage(name: string): string {
  const control = document.querySelector<HTMLInputElement>(`[name="${name}"], [name^="${name}."]`);
  const legend = control?.name === name ? undefined : control?.closest('fieldset')?.querySelector('legend');
  const label = legend ?? control?.labels?.[0];
  const words = name.replaceAll('_', ' ');
  // The text behind the label says that the field is optional.
  return (
    label?.firstChild?.textContent || label?.textContent || words.charAt(0).toUpperCase() + words.slice(1)
  );
}

function showAny(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value))
    return (
      value
        .map(showAny)
        .filter((part) => part !== NOTHING)
        .join(', ') || NOTHING
    );
  if (typeof value === 'object' && value !== null) {
    return (
      Object.values(value)
        .filter((part) => part !== '')
        .map(showAny)
        .join(' for ') || NOTHING
    );
  }
  const text = String(value ?? '').trim();
  return /^\d{4}-\d\d-\d\d$/.test(text) ? formatDay(text) : text || NOTHING;
}

const NOTHING = 'Empty';
