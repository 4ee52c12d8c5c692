import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type LegalTemplates,
  legalChange,
  legalEndpoints,
  MAX_LEGAL_LENGTH,
} from '#contract/endpoints/legal.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { Form, TextAreaField } from '#web/components/form.tsx';
import { SaveGuard } from '#web/components/save-guard.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { legalQuery } from '#web/lib/site.query.ts';
import { fieldProps } from '#web/lib/use-contract-form.ts';
import { useSavedForm } from '#web/lib/use-saved-form.ts';

const templatesQuery = apiQuery(['settings', 'legal'], legalEndpoints.getLegalTemplates);

export function LegalPanel() {
  const query = useQuery(templatesQuery);
  const version = query.data?.legal_version;
  return (
    <SectionCard
      id="legal"
      title="Terms and privacy"
      intro={
        version
          ? `Version ${version} is in force. Everyone has to agree to a new version at their next visit. Have a lawyer check the texts first.`
          : undefined
      }
    >
      <QueryState query={query} loading={<Skeleton label="Loading the texts" className="h-[320px]" />}>
        {(texts) => <LegalForm texts={texts} />}
      </QueryState>
    </SectionCard>
  );
}

const HINT =
  'Lines that start with # are headings, those with - are list items. {site_name}, {postal_address} and {leak_tracing_months} are filled in.';

function LegalForm({ texts }: { texts: LegalTemplates }) {
  const queryClient = useQueryClient();
  const { form, save } = useSavedForm({
    schema: legalChange,
    saved: texts,
    toValues: (read = texts) => ({ terms: read.terms, privacy: read.privacy }),
    send: ({ changes, version }) =>
      callApi(legalEndpoints.changeLegalTexts, { body: { ...changes, version } }),
    reload: () => callApi(legalEndpoints.getLegalTemplates),
    onSaved: (fresh) => {
      queryClient.setQueryData(templatesQuery.queryKey, fresh);
      void queryClient.invalidateQueries({ queryKey: legalQuery.queryKey });
    },
  });
  const { ask, question } = useConfirmed(save, () => ({
    title: `Publish version ${texts.legal_version + 1}?`,
    sentence:
      'Every customer and staff member has to agree to it before they continue. This cannot be undone.',
    confirmLabel: 'Publish',
  }));
  const { isDirty } = form.formState;
  return (
    <Form failure={save.failure} onSubmit={form.handleSubmit(ask)}>
      <div className="grid gap-4 [&_textarea]:max-h-[420px]">
        <TextAreaField
          {...fieldProps(form, 'terms')}
          label="Terms of use"
          hint={HINT}
          maxLength={MAX_LEGAL_LENGTH}
        />
        <TextAreaField {...fieldProps(form, 'privacy')} label="Privacy notice" maxLength={MAX_LEGAL_LENGTH} />
      </div>
      <div className="flex items-center gap-4">
        <Button type="submit" disabled={!isDirty}>
          Publish version {texts.legal_version + 1}
        </Button>
        <SavedNote isSaved={save.isSuccess && !isDirty} text="Published" />
      </div>
      <SaveGuard save={save} />
      {question}
    </Form>
  );
}
