import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { athleteEndpoints, type UserAthlete } from '#contract/endpoints/athletes.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { Notice } from '#web/components/notice.tsx';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { saveTextFile } from '#web/lib/files.ts';
import { formatDate } from '#web/lib/formats.ts';
import { useNavigate } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { toast } from '#web/lib/toast.ts';
import { ATHLETES_KEY } from './athletes.query.ts';

const QUESTIONS = {
  withdraw: {
    title: (name: string) => `Withdraw consent for ${name}?`,
    sentence: (name: string) =>
      `The reference photos, the face data and all matches of ${name} are deleted immediately and cannot be restored. The name and photos you bought stay.`,
    confirmLabel: 'Withdraw consent',
    done: (name: string) => `Consent withdrawn. No face data of ${name} is kept.`,
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    sentence: (name: string) =>
      `${name} is removed from your athletes. The reference photos, the face data and all matches are deleted immediately. Photos you bought stay yours.`,
    confirmLabel: 'Delete athlete',
    done: (name: string) => `${name} was deleted.`,
  },
} as const;
type Question = keyof typeof QUESTIONS;

export function AthleteData({ athlete }: { athlete: UserAthlete }) {
  const { id, name } = athlete;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [question, setQuestion] = useState<Question>();
  const erase = useMutation({
    mutationFn: async (asked: Question) => {
      if (asked === 'delete') await callApi(athleteEndpoints.deleteAthlete, { params: { id } });
      else await callApi(athleteEndpoints.withdrawConsent, { params: { id } });
      return asked;
    },
    onSuccess: async (asked) => {
      setQuestion(undefined);
      toast(QUESTIONS[asked].done(name));
      if (asked === 'delete') await navigate({ to: paths.myAthlete, replace: true });
    },
    onError: () => setQuestion(undefined),
    onSettled: () => client.invalidateQueries({ queryKey: ATHLETES_KEY }),
  });
  const save = useMutation({
    mutationFn: () => callApi(athleteEndpoints.exportAthlete, { params: { id } }),
    onSuccess: (data) =>
      saveTextFile(`athlete-${id}.json`, JSON.stringify(data, null, 2), 'application/json'),
  });
  const problem = erase.error ?? save.error;
  return (
    <section aria-labelledby="athlete-data" className="grid gap-3">
      <h2 id="athlete-data" className="text-16 font-bold tracking-[-0.01em]">
        Consent and data
      </h2>
      <p className="text-14 text-ink-2">{consentNote(athlete)}</p>
      {problem && <Notice tone="bad">{messageOf(problem)}</Notice>}
      <div className="flex flex-wrap gap-x-2 gap-y-2">
        {athlete.consented_at && (
          <Button kind="line" size="small" onClick={() => setQuestion('withdraw')}>
            Withdraw consent
          </Button>
        )}
        <Button kind="line" size="small" isBusy={save.isPending} onClick={() => save.mutate()}>
          <Download aria-hidden size={16} strokeWidth={1.8} />
          Export data
        </Button>
        <Button kind="bad" size="small" onClick={() => setQuestion('delete')}>
          Delete {name}
        </Button>
      </div>
      {question && (
        <ConfirmDialog
          title={QUESTIONS[question].title(name)}
          sentence={QUESTIONS[question].sentence(name)}
          confirmLabel={QUESTIONS[question].confirmLabel}
          isBusy={erase.isPending}
          onConfirm={() => erase.mutate(question)}
          onCancel={() => setQuestion(undefined)}
        />
      )}
    </section>
  );
}

function consentNote({ name, consented_at, consent_relation }: UserAthlete): string {
  if (!consented_at) return `There is no consent, so no face data of ${name} is kept.`;
  const who = consent_relation === 'self' ? `as ${name}` : `as parent or guardian of ${name}`;
  return `You consented on ${formatDate(consented_at)}, ${who}. You can withdraw at any time.`;
}
