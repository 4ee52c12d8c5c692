import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type LegalTexts, legalEndpoints, MAX_LEGAL_LENGTH } from '#contract/endpoints/legal.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { TextAreaField } from '#web/components/form.tsx';
import { SavedNote } from '#web/components/saved-note.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { ErrorNotice, FailedState, Skeleton } from '#web/components/states.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { legalQuery } from '#web/lib/legal.query.ts';

const templatesQuery = apiQuery(['settings', 'legal'], legalEndpoints.getLegalTemplates);

export function LegalPanel() {
  const { data, error, refetch } = useQuery(templatesQuery);
  return (
    <SectionCard
      id="legal"
      title="Terms and privacy"
      intro={
        data
          ? `Version ${data.version} is in force. A new version is asked for at everybody's next visit. Have the texts checked by a lawyer.`
          : undefined
      }
    >
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton label="Loading the texts" className="h-[320px]" />}
      {data && <LegalForm key={data.version} texts={data} />}
    </SectionCard>
  );
}

function LegalForm({ texts }: { texts: LegalTexts }) {
  const queryClient = useQueryClient();
  const [terms, setTerms] = useState(texts.terms);
  const [privacy, setPrivacy] = useState(texts.privacy);
  const [isAsking, setIsAsking] = useState(false);
  const publish = useMutation({
    mutationFn: () =>
      callApi(legalEndpoints.changeLegalTexts, { body: { terms, privacy, version: texts.version } }),
    onSuccess: (fresh) => {
      queryClient.setQueryData(templatesQuery.queryKey, fresh);
      void queryClient.invalidateQueries({ queryKey: legalQuery.queryKey });
    },
    onSettled: () => setIsAsking(false),
  });
  const isDirty = terms !== texts.terms || privacy !== texts.privacy;
  const isComplete = terms.trim() !== '' && privacy.trim() !== '';
  const field =
    'Lines that start with # are headings, those with - are list items. {site_name}, {postal_address} and {leak_tracing_months} are filled in.';
  return (
    <div className="grid gap-4">
      <ErrorNotice error={publish.error} />
      <div className="grid gap-4 [&_textarea]:max-h-[420px]">
        <TextAreaField
          label="Terms of use"
          hint={field}
          maxLength={MAX_LEGAL_LENGTH}
          value={terms}
          onChange={(event) => setTerms(event.target.value)}
        />
        <TextAreaField
          label="Privacy notice"
          maxLength={MAX_LEGAL_LENGTH}
          value={privacy}
          onChange={(event) => setPrivacy(event.target.value)}
        />
      </div>
      <div className="flex items-center gap-4">
        <Button disabled={!isDirty || !isComplete} onClick={() => setIsAsking(true)}>
          Publish version {texts.version + 1}
        </Button>
        <SavedNote isSaved={publish.isSuccess && !isDirty} text="Published" />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Publish version ${texts.version + 1}?`}
          sentence="Every customer and staff member has to agree to it before they go on. This cannot be undone."
          confirmLabel="Publish"
          isBusy={publish.isPending}
          onConfirm={() => publish.mutate()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
