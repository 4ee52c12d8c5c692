import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatches } from '@tanstack/react-router';
import { focusHeading } from '#web/components/page-heading.tsx';
import { SheetsContext, useAreSheetsAbove } from '#web/components/sheets-above.tsx';
import { Loading } from '#web/components/states.tsx';
import { meQuery } from '#web/features/accounts/me.query.ts';
import { useIsCartOpen } from '#web/features/orders/cart-dialog-state.ts';
import { useWatchAnswers } from '#web/features/support/my-conversation.ts';
import { dropConfirmLink, useConfirmLink, useConnection, useVerificationRequest } from '#web/lib/api.ts';
import { findDetour } from '#web/lib/guards.ts';
import { useHelpView } from '#web/lib/help.ts';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart, useLoadSoon } from '#web/lib/lazy-part.tsx';
import { useMailLink } from '#web/lib/mail-link.ts';
import { paths, useSearch } from '#web/lib/navigation.tsx';
import { useSession } from '#web/lib/session.ts';
import { closeSiteMenu, useIsSiteMenuOpen } from '#web/lib/shell-state.ts';
import { useSiteName } from '#web/lib/site.query.ts';
import { isStandalone } from '#web/lib/standalone.ts';
import { useHasNotes } from '#web/lib/toast.ts';
import { ConnectionBanner, MissingPageBanner, StatusBanner, VerificationBanner } from './banners.tsx';
import { Footer } from './footer.tsx';
import { FoldedHeader, Header } from './header.tsx';
import { useFocusPage, useKeepScroll } from './keep-scroll.ts';
import { TabBar } from './tab-bar.tsx';

const AdminHeader = lazyPart(
  () => import('#web/shell/admin-area.tsx'),
  'AdminHeader',
  <div className="h-[calc(var(--header-height)+1px)]" />,
);
const AdminTabBar = lazyPart(() => import('#web/shell/admin-area.tsx'), 'AdminTabBar');
const CartDialog = lazyPart(() => import('#web/features/orders/cart-dialog.tsx'), 'CartDialog');
const loadErrorDialog = () => import('./error-dialog.tsx');
const ErrorDialog = lazyPart(loadErrorDialog, 'ErrorDialog');
const LiveUpdates = lazyPart(() => import('./live-updates.tsx'), 'LiveUpdates');
const AgreementDialog = lazyPart(
  () => import('#web/features/accounts/agreement-dialog.tsx'),
  'AgreementDialog',
);
const VerificationSheet = lazyPart(
  () => import('#web/features/accounts/verification-sheet.tsx'),
  'VerificationSheet',
);
const ConfirmLinkSheet = lazyPart(
  () => import('#web/features/accounts/confirm-link-sheet.tsx'),
  'ConfirmLinkSheet',
);
const MailLinkSheet = lazyPart(() => import('#web/features/accounts/mail-link-sheet.tsx'), 'MailLinkSheet');
const HelpSheet = lazyPart(() => import('#web/features/support/help-sheet.tsx'), 'HelpSheet');
const MoreSheet = lazyPart(() => import('./more-sheet.tsx'), 'MoreSheet');
const PullToRefresh = lazyPart(() => import('./pull-to-refresh.tsx'), 'PullToRefresh');
const Toasts = lazyPart(() => import('#web/components/toasts.tsx'), 'Toasts');

/** Without the tab bar nothing covers the fields, and nobody leaves a payment by accident. */
const PAYING: readonly string[] = [
  '/checkout/:orderId',
  '/payment',
  '/image-payment',
  '/purchaseAlbum/:albumUuid',
];

/** Covers a page the user may no longer see until the router has left it. */
export function Shell() {
  const session = useSession();
  const hasNotes = useHasNotes();
  const siteName = useSiteName();
  const isCartOpen = useIsCartOpen();
  const hasFailed = useConnection().failure !== undefined;
  const helpView = useHelpView();
  const isMenuOpen = useIsSiteMenuOpen();
  const areSheetsAbove = useAreSheetsAbove();
  const verificationRequest = useVerificationRequest();
  const confirmLink = useConfirmLink();
  useWatchAnswers();
  useKeepScroll();
  useFocusPage();
  // Without a connection it could not load.
  useLoadSoon(loadErrorDialog);
  const mailLink = useMailLink();
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData.route });
  const search = useSearch();
  useQuery({ ...meQuery, enabled: session.isLoggedIn });
  // The texts themselves stay readable.
  const isLegalPage = route?.path === paths.terms || route?.path === paths.privacy;
  const termsDue = isLegalPage ? null : (session.user?.terms_due ?? null);
  const isFullscreen = route?.frame === 'fullscreen';
  const isPhotoOpen = 'photo' in search;
  const isWriting = helpView !== undefined || route?.path === paths.adminSupport;
  const hasBars = !isFullscreen;
  const isPaying = route !== undefined && PAYING.includes(route.path);
  const isStaffPage = route?.area === 'admin' && session.isLoggedIn;
  const mayStay = !route || findDetour(route, session, undefined, search) === undefined;
  const sheets = (
    <>
      {helpView && <HelpSheet view={helpView} />}
      {session.isLoggedIn && isMenuOpen && <MoreSheet onClose={closeSiteMenu} />}
    </>
  );
  return (
    <SheetsContext value={sheets}>
      <title>{route ? `${i18n.t(route.title)} · ${siteName}` : siteName}</title>
      {/* biome-ignore lint/a11y/useValidAnchor: without the script it leads to the content too, only not to its heading */}
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          focusHeading();
        }}
        className="-translate-y-20 fixed top-2 left-2 z-60 rounded-full bg-ink px-4 py-2.5 font-semibold text-bg focus:translate-y-0"
      >
        {i18n.t('Skip to content')}
      </a>
      {hasBars && !isStaffPage && <Header />}
      {hasBars && isStaffPage && <AdminHeader />}
      {isFullscreen && !isStaffPage && route.guard === 'login_required' && <FoldedHeader />}
      <StatusBanner />
      <MissingPageBanner />
      {hasBars && <VerificationBanner />}
      <ConnectionBanner />
      <main
        id="main"
        tabIndex={-1}
        data-paying={isPaying || undefined}
        className={session.isLoggedIn && hasBars ? 'pb-(--tab-bar-height) desk:pb-0' : undefined}
      >
        {mayStay ? <Outlet /> : <Loading />}
      </main>
      {hasBars && <Footer />}
      {hasBars && !isStaffPage && !isPaying && <TabBar />}
      {hasBars && isStaffPage && <AdminTabBar />}
      {session.isLoggedIn && isCartOpen && <CartDialog />}
      {hasFailed && <ErrorDialog />}
      {termsDue !== null && <AgreementDialog key={termsDue} version={termsDue} />}
      {session.isLoggedIn && verificationRequest && (
        <VerificationSheet onSettled={verificationRequest.settle} />
      )}
      {confirmLink && <ConfirmLinkSheet token={confirmLink} onClose={dropConfirmLink} />}
      {mailLink && <MailLinkSheet link={mailLink} />}
      {isStandalone() && <PullToRefresh />}
      {session.isLoggedIn && hasNotes && <Toasts isAtTop={isPhotoOpen || isWriting} />}
      {session.isLoggedIn && !session.user.second_factor_needed && <LiveUpdates token={session.token} />}

      {!areSheetsAbove && sheets}
    </SheetsContext>
  );
}
