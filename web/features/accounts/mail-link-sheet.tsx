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
        description={i18n.t('Your account has two-step login.')}
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
      description={i18n.t('You are logged in as {email}. This link is for {readerName}.', {
        email,
        readerName: readerName(facts),
      })}
      onClose={dropMailLink}
      footer={
        challenge.step ? undefined : (
          <>
            <SheetClose kind="line">
              {i18n.t('Go on as')} {firstName || i18n.t('I am')}
            </SheetClose>
            <Button isBusy={change.isPending} onClick={() => change.mutate()}>
              {i18n.t('Switch to')} {facts.first_name || 'that account'}
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
              ? i18n.t('Switching logs you out here first.')
              : i18n.t('The link no longer logs in by itself, so switching asks for the password or a code.')}
          </p>
        </div>
      )}
    </Sheet>
  );
}
