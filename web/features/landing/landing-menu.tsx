import { i18n } from '#web/lib/i18n.ts';
import { Link, paths, useLocation } from '#web/lib/navigation.tsx';

const LANDING: readonly string[] = [paths.home, paths.logIn, paths.logInAfterLogout];
/** The sections of the landing page by their ids. */
const SECTIONS = [
  ['how', /*i18n*/ 'How it works'],
  ['prices', /*i18n*/ 'Prices'],
  ['safety', /*i18n*/ 'Safe for kids'],
] as const;
const ENTRY =
  'inline-flex h-11 items-center rounded-full px-2.5 wide:px-3.5 text-15 font-semibold text-ink-2 transition-colors duration-(--d1) hover:text-ink';

export function LandingMenu() {
  const isLanding = useLocation({ select: ({ pathname }) => LANDING.includes(pathname) });
  if (!isLanding) return null;
  return (
    <nav aria-label={i18n.t('Main')} className="hidden desk:flex">
      <Link to={paths.publicEvents} className={ENTRY}>
        {i18n.t('Browse events')}
      </Link>
      {SECTIONS.map(([id, label]) => (
        <a key={id} href={`#${id}`} className={ENTRY} onClick={(event) => showSection(event, id)}>
          {i18n.t(label)}
        </a>
      ))}
    </nav>
  );
}

/** A new address would count as a new visit, which finds the log-in open. */
function showSection(event: { preventDefault: () => void }, id: string): void {
  event.preventDefault();
  const section = document.getElementById(id);
  section?.scrollIntoView({ behavior: 'smooth' });
  section?.focus({ preventScroll: true });
}
