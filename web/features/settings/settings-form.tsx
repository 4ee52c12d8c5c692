import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RouterHistory } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { type SiteSettings, settingsChange, settingsEndpoints } from '#contract/endpoints/settings.ts';
import { historyList } from '#contract/lists/history.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { Form } from '#web/components/form.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf } from '#web/lib/formats.ts';
import { listKey } from '#web/lib/lists/list-rows.ts';
import { useRouter } from '#web/lib/navigation.tsx';
import { readSession } from '#web/lib/session.ts';
import { siteQuery } from '#web/lib/site.query.ts';
import { toast } from '#web/lib/toast.ts';
import { showServerProblems, useContractForm } from '#web/lib/use-contract-form.ts';
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
  settings: SiteSettings;
  /** These sections save on their own. */
  children: ReactNode;
};

export function SettingsForm({ settings, children }: SettingsFormProps) {
  const queryClient = useQueryClient();
  const formId = useId();
  const [failure, setFailure] = useState<string>();
  const [asked, setAsked] = useState<SettingChanges>();
  const form = useContractForm({
    schema: settingsChange,
    defaultValues: toSettingValues(settings),
    values: toSettingValues(settings),
    toBody: toSettingsBody,
  });
  const showAgain = (stored: SiteSettings) => form.reset(toSettingValues(stored), { keepDirtyValues: false });
  const save = useMutation({
    mutationFn: (body: SettingChanges) => callApi(settingsEndpoints.changeSettings, { body }),
    onMutate: () => setFailure(undefined),
    onSuccess: (saved) => {
      showAgain(saved);
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      toast('Settings saved');
      void queryClient.invalidateQueries({ queryKey: siteQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: listKey(historyList) });
      return queryClient.invalidateQueries({ queryKey: SETTINGS });
    },
    onError: (error) => setFailure(showServerProblems(form, error)),
    onSettled: () => setAsked(undefined),
  });
  const { errors, dirtyFields } = form.formState;
  const changed = Object.keys(dirtyFields).length;
  const submit = (body: SettingChanges) => {
    const changes = changesOf(settings, body);
    if (Object.keys(changes).length === 0) return showAgain(settings);
    if (askedChanges(settings, changes).length > 0) setAsked(changes);
    else save.mutate(changes);
  };
  return (
    <>
      <Form id={formId} className="grid gap-6" failure={failure} onSubmit={form.handleSubmit(submit)}>
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
      <SaveBar
        formId={formId}
        changes={changed}
        isSaving={save.isPending}
        onDiscard={() => {
          setFailure(undefined);
          showAgain(settings);
        }}
      />
      <UnsavedGuard isUnsaved={changed > 0} />
      {asked && (
        <ConfirmDialog
          title="Save these changes?"
          sentence={askedChanges(settings, asked).join(' ')}
          confirmLabel="Save"
          isBusy={save.isPending}
          onConfirm={() => save.mutate(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

type SaveBarProps = {
  formId: string;
  changes: number;
  isSaving: boolean;
  onDiscard: () => void;
};

function SaveBar({ formId, changes, isSaving, onDiscard }: SaveBarProps) {
  if (changes === 0) return null;
  return (
    <section
      aria-label="Unsaved changes"
      className="sticky bottom-[calc(var(--tab-bar-height)+8px)] z-10 flex items-center gap-2 rounded-card border border-line bg-raised px-4 py-3 shadow-3 desk:bottom-4"
    >
      <p role="status" className="flex-1 text-15 font-[650] tabular-nums">
        {countOf(changes, 'change')}
      </p>
      <Button kind="ghost" onClick={onDiscard} disabled={isSaving}>
        Discard
      </Button>
      <Button type="submit" form={formId} isBusy={isSaving}>
        Save
      </Button>
    </section>
  );
}

type Decide = (mayLeave: boolean) => void;

/** Moving to another section of the page keeps the changes, so only leaving the page asks. */
function UnsavedGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const history: RouterHistory = useRouter().history;
  const [decide, setDecide] = useState<Decide>();
  useEffect(() => {
    if (!isUnsaved) return;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ currentLocation: current, nextLocation: next }) => {
        if (current.pathname === next.pathname || !readSession().isLoggedIn) return false;
        return new Promise<boolean>((resolve) => {
          const settle: Decide = (mayLeave) => {
            setDecide(undefined);
            resolve(!mayLeave);
          };
          setDecide(() => settle);
        });
      },
    });
  }, [history, isUnsaved]);
  if (!decide) return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      sentence="Your changes will be lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => decide(true)}
      onCancel={() => decide(false)}
    />
  );
}
