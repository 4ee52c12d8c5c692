import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type SavedSettings, settingsChange, settingsEndpoints } from '#contract/endpoints/settings.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { Form } from '#web/components/form.tsx';
import { SaveGuard } from '#web/components/save-guard.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/formats.ts';
import { siteQuery } from '#web/lib/site.query.ts';
import { siteImagePriceQuery } from '#web/lib/staff.query.ts';
import { toast } from '#web/lib/toast.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';
import { MailPreviewButton } from './mail-preview-sheet.tsx';
import { SETTING_GROUPS } from './setting-groups.ts';
import {
  askedChanges,
  changesOf,
  type SettingChanges,
  SettingInput,
  toSettingsBody,
  toSettingValues,
} from './setting-input.tsx';
import { SETTINGS, settingsQuery } from './settings.query.ts';
import { TypedWatermark } from './watermark-preview.tsx';

type SettingsFormProps = {
  settings: SavedSettings;
  /** These sections save on their own. */
  children: ReactNode;
};

export function SettingsForm({ settings, children }: SettingsFormProps) {
  const queryClient = useQueryClient();
  const formId = useId();
  const [asked, setAsked] = useState<{ body: SettingChanges; sentences: string[] }>();
  const { form, save } = useSavedForm({
    schema: settingsChange,
    saved: settings,
    toValues: (saved) => toSettingValues(saved ?? settings),
    toBody: toSettingsBody,
    send: ({ changes, version }) =>
      callApi(settingsEndpoints.changeSettings, { body: { ...changes, version } }),
    reload: () => callApi(settingsEndpoints.getSettings),
    onSaved: (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      toast('Settings saved');
      void queryClient.invalidateQueries({ queryKey: siteQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: siteImagePriceQuery.queryKey });
      return queryClient.invalidateQueries({ queryKey: SETTINGS });
    },
    onSettled: () => setAsked(undefined),
  });
  const { errors, dirtyFields } = form.formState;
  const changed = Object.keys(dirtyFields).length;
  const submit = (body: SettingChanges) => {
    const typed = Object.entries(body).filter(([key]) => key in dirtyFields);
    const changes = changesOf(settings, Object.fromEntries(typed));
    if (Object.keys(changes).length === 0) return save.discard();
    const sentences = askedChanges(settings, changes);
    if (sentences.length > 0) setAsked({ body, sentences });
    else save.mutate(body);
  };
  return (
    <>
      <Form id={formId} className="grid gap-6" failure={save.failure} onSubmit={form.handleSubmit(submit)}>
        {SETTING_GROUPS.map(({ id, title, intro, fields }) => (
          <SectionCard
            key={id}
            id={id}
            title={title}
            intro={intro}
            aside={id === 'mail' && <MailPreviewButton control={form.control} />}
          >
            <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
              {fields.map((field) => (
                <SettingInput
                  key={field.key}
                  field={field}
                  control={form.control}
                  registration={form.register(field.key)}
                  error={errors[field.key]?.message}
                />
              ))}
            </div>
            {id === 'watermark' && <TypedWatermark control={form.control} />}
          </SectionCard>
        ))}
      </Form>
      {children}
      {changed > 0 && (
        <section
          aria-label="Unsaved changes"
          className="sticky bottom-[calc(var(--tab-bar-height)+8px)] z-10 flex items-center gap-2 rounded-card border border-line bg-raised px-4 py-3 shadow-3 desk:bottom-4"
        >
          <p role="status" className="flex-1 text-15 font-[650] tabular-nums">
            {countOf(changed, 'change')}
          </p>
          <Button kind="ghost" onClick={save.discard} disabled={save.isPending}>
            Discard
          </Button>
          <Button type="submit" form={formId} isBusy={save.isPending}>
            Save
          </Button>
        </section>
      )}
      <SaveGuard save={save} />
      {asked && (
        <ConfirmDialog
          title="Save these changes?"
          sentence={asked.sentences.join(' ')}
          confirmLabel="Save"
          isBusy={save.isPending}
          onConfirm={() => save.mutate(asked.body)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
