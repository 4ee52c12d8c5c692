import { OtherLanguage } from '#web/features/accounts/language-choice.tsx';
import { openHelp } from '#web/lib/help.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { useSession } from '#web/lib/session.ts';
import { useSiteName } from '#web/lib/site.query.ts';

const LINK =
  'inline-flex min-h-11 items-center rounded-tile hover:text-ink hover:underline underline-offset-4';

export function Footer() {
  const siteName = useSiteName();
  const { isLoggedIn } = useSession();
  return (
    <footer
      className={`wrap flex flex-wrap items-center gap-x-5 border-line border-t py-2 text-13 text-ink-2 print:hidden ${isLoggedIn ? 'max-desk:mb-(--tab-bar-height)' : ''}`}
    >
      <span className="mr-auto max-desk:w-full max-desk:pt-2">{siteName}</span>
      <OtherLanguage className={LINK} />
      <Link to={paths.terms} className={LINK}>
        {i18n.t('Terms of use')}
      </Link>
      <Link to={paths.privacy} className={LINK}>
        {i18n.t('Privacy notice')}
      </Link>
      {/* On a desk the header has it. */}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => openHelp('bug')}
        className={`${LINK} desk:hidden`}
      >
        {i18n.t('Report a bug')}
      </button>
    </footer>
  );
}
