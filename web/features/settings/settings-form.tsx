import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { type SiteSettings, settingsEndpoints } from '#contract/endpoints/settings.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { Notice } from '#web/components/notice.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
import { askedChanges, SETTING_GROUPS, toSettingsBody, toSettingValues } from './setting-fields.ts';
import { SETTINGS, settingsQuery } from './settings.query.ts';

const schema = settingsEndpoints.changeSettings.body;
type Change = z.output<typeof schema>;

/** Only what was changed is sent; changes apply at once, everywhere. */
export function SettingsForm({ settings }: { settings: SiteSettings }) {
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [asked, setAsked] = useState<Change>();
  const form = useContractForm({
    schema,
    defaultValues: toSettingValues(settings),
    values: toSettingValues(settings),
    toBody: toSettingsBody,
  });
  const save = useMutation({
    mutationFn: (body: Change) => callApi(settingsEndpoints.changeSettings, { body }),
    onMutate: () => setFailure(undefined),
    onSuccess: (saved) => {
      form.reset(toSettingValues(saved), { keepDirtyValues: false });
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      return queryClient.invalidateQueries({ queryKey: SETTINGS });
    },
    onError: (error) => setFailure(showServerProblems(form, error)),
    onSettled: () => setAsked(undefined),
  });
  const { errors, isDirty } = form.formState;
  const submit = (body: Change) =>
    askedChanges(settings, body).length > 0 ? setAsked(body) : save.mutate(body);
  return (
    <form noValidate className="grid gap-6" onSubmit={form.handleSubmit(submit)}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      {SETTING_GROUPS.map(({ title, intro, fields }) => (
        <SectionCard key={title} title={title} intro={intro}>
          <div className="grid gap-4 sm:grid-cols-2">
            {fields.map(({ key, label, hint, kind }) => (
              <TextField
                key={key}
                {...form.register(key)}
                label={label}
                hint={hint}
                error={errors[key]?.message}
                {...(kind !== 'text' && { inputMode: kind === 'count' ? 'numeric' : 'decimal' })}
              />
            ))}
          </div>
        </SectionCard>
      ))}
      <div className="flex items-center gap-4">
        <Button type="submit" disabled={!isDirty} isBusy={save.isPending}>
          Save settings
        </Button>
        <SavedNote isSaved={save.isSuccess && !isDirty} />
      </div>
      {asked && (
        <ConfirmDialog
          title="Change what customers pay?"
          sentence={`${askedChanges(settings, asked).join('. ')}. It applies at once.`}
          confirmLabel="Change"
          isBusy={save.isPending}
          onConfirm={() => save.mutate(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </form>
  );
}
