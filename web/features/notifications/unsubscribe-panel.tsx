import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import type { NotificationKind } from '#contract/rules/notifications.ts';
import { NOTIFICATION_TEXTS } from '#contract/rules/notifications.ts';
import { Button } from '#web/components/button.tsx';
import { EmptyState, ErrorNotice, Notice, QueryState, Skeleton } from '#web/components/states.tsx';
import { Trans } from '#web/components/trans.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';

const unsubscribeQuery = (action: string) =>
  apiQuery(['unsubscribe', action], inviteEndpoints.getUnsubscribe, {
    body: { action },
    staleTime: Number.POSITIVE_INFINITY,
  });

type LinkDetails = ResponseOf<typeof inviteEndpoints.getUnsubscribe>;

/** Nothing stops until a button is pressed, because mail scanners open links too. */
export function UnsubscribePanel({ action, settingsLink }: { action: string; settingsLink: ReactNode }) {
  const link = useQuery(unsubscribeQuery(action));
  const stop = useMutation({
    mutationFn: (kind: NotificationKind | null) =>
      callApi(inviteEndpoints.unsubscribe, { body: { action, kind } }),
  });
  return (
    <QueryState
      query={link}
      loading={<Skeleton label={i18n.t('Loading')} className="h-[220px]" />}
      missing={
        <EmptyState
          title={i18n.t('This link no longer works')}
          sentence={i18n.t('Log in to choose what you hear about, or use the link in a newer email.')}
        >
          {settingsLink}
        </EmptyState>
      }
    >
      {(details) =>
        stop.isSuccess ? (
          <Stopped details={details} kind={stop.variables} settingsLink={settingsLink} />
        ) : (
          <section className="grid gap-5 rounded-sheet border border-line bg-surface p-5 desk:p-8">
            <ErrorNotice error={stop.error} />
            <p className="text-ink-2">
              <Trans
                id="For <b>{email}</b>"
                values={{ email: details.email_hint }}
                components={{ b: <b className="wrap-anywhere text-ink" /> }}
              />
            </p>
            <Choices
              details={details}
              busy={stop.isPending ? stop.variables : undefined}
              onStop={stop.mutate}
            />
            {details.about === 'notifications' && (
              <p className="text-14 text-ink-2">
                {i18n.t('You’ll always get receipts and security messages.')}
              </p>
            )}
          </section>
        )
      }
    </QueryState>
  );
}

type ChoicesProps = {
  details: LinkDetails;
  busy: NotificationKind | null | undefined;
  onStop: (kind: NotificationKind | null) => void;
};

function Choices({ details: { about, kind, email_kinds }, busy, onStop }: ChoicesProps) {
  if (about === 'invites') {
    return (
      <Choice
        title={i18n.t('Invitations')}
        sentence={i18n.t('Someone entered your address to share photos with you.')}
      >
        <Button isBusy={busy === null} onClick={() => onStop(null)}>
          {i18n.t('Stop invitations')}
        </Button>
      </Choice>
    );
  }
  if (email_kinds.length === 0) {
    return <p role="status">{i18n.t('You’re not getting these emails anymore.')}</p>;
  }
  const isKindOn = kind !== null && email_kinds.includes(kind);
  return (
    <div className="grid gap-5">
      {kind !== null && (
        <Choice
          title={i18n.t(NOTIFICATION_TEXTS[kind].label)}
          sentence={i18n.t(NOTIFICATION_TEXTS[kind].explanation)}
        >
          {isKindOn ? (
            <Button isBusy={busy === kind} onClick={() => onStop(kind)}>
              {i18n.t('Stop these emails')}
            </Button>
          ) : (
            <p className="text-15 font-[650]">{i18n.t('Already stopped')}</p>
          )}
        </Choice>
      )}
      <Choice
        title={i18n.t('Everything')}
        sentence={i18n.t('All emails except receipts and security messages.')}
      >
        <Button kind="line" isBusy={busy === null} onClick={() => onStop(null)}>
          {i18n.t('Stop all emails')}
        </Button>
      </Choice>
    </div>
  );
}

type ChoiceProps = { title: string; sentence: string; children: ReactNode };

function Choice({ title, sentence, children }: ChoiceProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h2 className="text-18 font-bold tracking-[-0.02em]">{title}</h2>
        <p className="text-15 text-ink-2">{sentence}</p>
      </div>
      {children}
    </div>
  );
}

type StoppedProps = { details: LinkDetails; kind: NotificationKind | null; settingsLink: ReactNode };

function Stopped({ details, kind, settingsLink }: StoppedProps) {
  const email = details.email_hint;
  const label = kind === null ? '' : i18n.t(NOTIFICATION_TEXTS[kind].label);
  const sentence =
    details.about === 'invites'
      ? i18n.t('Done. No more invitations to {email}.', { email })
      : kind === null
        ? i18n.t('Done. No more emails to {email}.', { email })
        : i18n.t('Done. No more emails about “{label}” to {email}.', { label, email });
  return (
    <section className="grid gap-5">
      <Notice tone="ok">{sentence}</Notice>
      {details.about === 'notifications' && <div>{settingsLink}</div>}
    </section>
  );
}
