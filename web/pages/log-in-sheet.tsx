import { ScanQrCode, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { LEGAL_LINKS } from '#web/components/legal-link.tsx';
import { Trans } from '#web/components/trans.tsx';
import { AddressForm } from '#web/features/accounts/address-form.tsx';
import { LogInReason, LoginForm } from '#web/features/accounts/login-form.tsx';
import { PosterCodeForm } from '#web/features/posters/poster-header.tsx';
import { callApi } from '#web/lib/api.ts';
import { findLastLocation } from '#web/lib/come-back.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { loginSearch, useSearchState } from '#web/lib/search-params.ts';
import { useSiteName } from '#web/lib/site.query.ts';

/** Comes open with the HTML, so that somebody can log in before the script is there. */
export function LogInSheet({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const siteName = useSiteName();
  const { code } = useSearchState(loginSearch).search;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    if (current) makeModal(current);
  }, []);
  // Whoever chooses the other way to log in can type right away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the choice
  useEffect(() => {
    if (document.activeElement instanceof HTMLInputElement) return;
    dialog.current?.querySelector('input')?.focus();
  }, [code]);
  const close = () => dialog.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the button close it too
    <dialog
      ref={dialog}
      open
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
      className="fixed inset-x-0 top-auto bottom-0 z-50 m-0 max-h-[94dvh] w-full max-w-none overflow-y-auto rounded-t-sheet bg-surface text-ink shadow-[0_0_0_100vmax_rgb(6_6_10/.55)] backdrop:bg-transparent desk:inset-0 desk:m-auto desk:h-fit desk:w-[440px] desk:rounded-sheet"
    >
      <div className="relative grid gap-5 px-5 pt-5 pb-[calc(20px+env(safe-area-inset-bottom))] desk:p-7">
        <h2 id={titleId} className="pr-12 text-22 leading-11 font-[750] tracking-[-0.025em]">
          {i18n.t('Log in or sign up')}
        </h2>
        <LogInReason />
        {code ? <EnterByCode /> : <LoginForm />}
        <p className="flex items-center gap-4 text-14 text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {i18n.t('or')}
        </p>
        <div className="-mt-1 grid gap-1">
          <Link to={code ? paths.logIn : paths.logInByCode} className={`${buttonStyle('line')} h-[52px]!`}>
            {code ? i18n.t('Use my password') : i18n.t('Send me a code')}
          </Link>
          <VenueCode />
          {!code && (
            <p className="text-center text-15 text-ink-2">
              <Trans
                id="New to {siteName}? <register>Create an account</register>"
                values={{ siteName }}
                components={{ register: <RegisterLink /> }}
              />
            </p>
          )}
        </div>
        <button
          type="button"
          aria-label={i18n.t('Close')}
          onClick={close}
          className={`${buttonStyle('ghost', 'icon')} absolute top-5 right-3 desk:top-7 desk:right-5`}
        >
          <X size={22} strokeWidth={1.8} />
        </button>
      </div>
    </dialog>
  );
}

/** The same code logs in and signs up, so nobody has to know whether they have an account. */
function EnterByCode() {
  return (
    <AddressForm
      buttonLabel={i18n.t('Send me a code')}
      enterLabel={i18n.t('Continue')}
      sendMail={(email) =>
        callApi(enteringEndpoints.sendOneTimeCode, {
          body: { email, agreed_to_terms: true, to: findLastLocation() },
        })
      }
    >
      <p className="text-center text-14 text-ink-2">
        {i18n.t(
          'We’ll send you a code, so there’s no password to remember. New here? The same code signs you up.',
        )}{' '}
        <Trans
          id="By continuing, you agree to our <terms>terms of use</terms> and <privacy>privacy notice</privacy>."
          components={LEGAL_LINKS}
        />
      </p>
    </AddressForm>
  );
}

function RegisterLink({ children }: { children?: ReactNode }) {
  return (
    <Link
      to={paths.register}
      className="inline-flex min-h-11 items-center font-[650] text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  );
}

/** Somebody at the venue may type the code of a poster instead of scanning it. */
function VenueCode() {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <PosterCodeForm />;
  return (
    <button type="button" onClick={() => setIsOpen(true)} className={`${buttonStyle('ghost')} h-[52px]!`}>
      <ScanQrCode size={20} strokeWidth={1.8} />
      {i18n.t('Enter a code from the venue')}
    </button>
  );
}

/** An open dialog becomes modal only if it is closed first. Somebody may be typing in it already. */
function makeModal(dialog: HTMLDialogElement): void {
  const focused = dialog.contains(document.activeElement) ? document.activeElement : null;
  dialog.removeAttribute('open');
  dialog.showModal();
  if (focused instanceof HTMLElement) focused.focus();
}
