import { useMutation } from '@tanstack/react-query';
import type { LinkFacts } from '#contract/endpoints/entering.ts';
import type { User } from '#contract/entities/user.ts';
import { Button } from '#web/components/button.tsx';
import { Sheet, SheetClose } from '#web/components/sheet.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { dropMailLink, keepMailLink, type MailLink } from '#web/lib/mail-link.ts';
import { useSession } from '#web/lib/session.ts';
import { readerName, switchByLink } from './arrive-by-mail.ts';
import { logOut } from './me.query.ts';
import { SecondFactorStep } from './second-factor-step.tsx';
import { useChallenge } from './use-challenge.tsx';

/** Asks a reader of a mail who cannot be logged in without a question. */
export function MailLinkSheet({ link }: { link: MailLink }) {
  const { isLoggedIn, user } = useSession();
  if (link.state === 'asks' && isLoggedIn) {
    return <WhoGoesOn token={link.token} facts={link.facts} user={user} />;
  }
  if (link.state === 'challenged' && !isLoggedIn) {
    return (
      <Sheet
        title={i18n.t('Log in')}
        description={i18n.t('Your account uses two-step login.')}
        onClose={dropMailLink}
      >
        <div className="pb-4">
          <SecondFactorStep {...link.challenge} onRestart={dropMailLink} />
        </div>
      </Sheet>
    );
  }
  return null;
}

type WhoGoesOnProps = { token: string; facts: LinkFacts; user: User };

function WhoGoesOn({ token, facts, user: { email, first_name: firstName } }: WhoGoesOnProps) {
  const challenge = useChallenge();
  const change = useMutation({
    mutationFn: async () => {
      if (facts.works) return switchByLink(token);
      keepMailLink({ token, state: 'spent' });
      return logOut();
    },
    onSuccess: () => facts.works && dropMailLink(),
    onError: challenge.take,
  });
  return (
    <Sheet
      title={i18n.t('Which account?')}
      description={i18n.t('You’re logged in as {email}. This link is for {readerName}.', {
        email,
        readerName: readerName(facts),
      })}
      onClose={dropMailLink}
      footer={
        challenge.step ? undefined : (
          <>
            <SheetClose kind="line">
              {firstName ? i18n.t('Continue as {firstName}', { firstName }) : i18n.t('Stay in this account')}
            </SheetClose>
            <Button isBusy={change.isPending} onClick={() => change.mutate()}>
              {facts.first_name
                ? i18n.t('Switch to {firstName}', { firstName: facts.first_name })
                : i18n.t('Switch accounts')}
            </Button>
          </>
        )
      }
    >
      {challenge.step ? (
        <div className="pb-4">{challenge.step}</div>
      ) : (
        <div className="grid gap-3 pb-2">
          <ErrorNotice error={change.error} />
          {facts.about && <p className="font-[650]">{facts.about}</p>}
          <p className="text-15 text-ink-2">
            {facts.works
              ? i18n.t('If you switch, we log you out here first.')
              : i18n.t('This link has already been used, so we’ll ask for the password or a code.')}
          </p>
        </div>
      )}
    </Sheet>
  );
}
