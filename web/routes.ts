import { CalendarDays, CircleUserRound, Images, ScanFace, Search, SlidersHorizontal } from 'lucide-react';
import { readPosterCode } from '#contract/rules/albums.ts';
import { type AppRoute, behindLogin, fullscreen, loggedOutOnly, open } from '#web/describe-route.ts';
import {
  eventsQuery,
  isAlbumNumber,
  publicAlbumQuery,
  publicEventsQuery,
} from '#web/features/catalogue/catalogue.query.ts';
import { myAlbumsQuery } from '#web/features/found-albums/my-albums.query.ts';
import { posterQuery } from '#web/features/posters/poster.query.ts';
import { queryClient } from '#web/lib/query-client.ts';

/**
 * This table says of every page who may enter, what it is called and where menus show it. Menus keep its order. The pages of
 * staff below the overview are in admin-routes.ts, because only staff load them.
 */
export const routes: readonly AppRoute[] = [
  {
    ...behindLogin(
      'search_results',
      '/',
      /*i18n*/ 'Albums',
      () => import('./pages/home.tsx').then((m) => m.HomePage),
      {
        label: /*i18n*/ 'Search',
        icon: Search,
        menus: ['header', 'tabs'],
      },
    ),
    data: () => queryClient.prefetchQuery(myAlbumsQuery),
  },
  {
    ...behindLogin(
      'search_results',
      '/events',
      /*i18n*/ 'Events',
      () => import('./pages/events.tsx').then((m) => m.EventsPage),
      { label: /*i18n*/ 'Events', icon: CalendarDays, menus: ['header', 'tabs'] },
    ),
    data: () => queryClient.prefetchQuery(eventsQuery),
  },
  behindLogin(
    'purchases',
    '/MyAlbums',
    /*i18n*/ 'Purchases',
    () => import('./pages/my-albums.tsx').then((m) => m.MyAlbumsPage),
    { label: /*i18n*/ 'Purchases', icon: Images, menus: ['header', 'tabs'] },
  ),
  behindLogin(
    'my_athlete',
    '/MyAthlete',
    /*i18n*/ 'Athletes',
    () => import('./pages/my-athlete.tsx').then((m) => m.MyAthletePage),
    { label: /*i18n*/ 'Athletes', icon: ScanFace, menus: ['header', 'tabs'] },
  ),
  {
    ...behindLogin(
      'profile',
      '/user-profile',
      /*i18n*/ 'Profile',
      () => import('./pages/user-profile.tsx').then((m) => m.UserProfilePage),
      { label: /*i18n*/ 'Profile', icon: CircleUserRound, menus: ['header'] },
    ),
    beforeSecondFactor: true,
  },
  behindLogin('search_results', '/events/:eventid', /*i18n*/ 'Event', () =>
    import('./pages/event.tsx').then((m) => m.EventPage),
  ),
  {
    ...fullscreen(
      behindLogin('search_results', '/events/:eventid/album/:albumid', /*i18n*/ 'Album', () =>
        import('./pages/event-album.tsx').then((m) => m.EventAlbumPage),
      ),
    ),
    data: () => queryClient.prefetchQuery(myAlbumsQuery),
  },
  {
    ...fullscreen(
      behindLogin('search_results', '/user-album/:albumId', /*i18n*/ 'Album', () =>
        import('./pages/user-album.tsx').then((m) => m.UserAlbumPage),
      ),
    ),
    data: () => queryClient.prefetchQuery(myAlbumsQuery),
  },
  behindLogin('search_results', '/search-albums', /*i18n*/ 'Find a team', () =>
    import('./pages/search-albums.tsx').then((m) => m.SearchAlbumsPage),
  ),
  behindLogin('purchases', '/OpenOrders', /*i18n*/ 'Unpaid and group orders', () =>
    import('./pages/open-orders.tsx').then((m) => m.OpenOrdersPage),
  ),
  {
    ...behindLogin('purchases', '/checkout/:orderId', /*i18n*/ 'Checkout', () =>
      import('./pages/checkout.tsx').then((m) => m.CheckoutPage),
    ),
    welcomesVisitors: true,
  },
  behindLogin('purchases', '/receipt/:orderKey', /*i18n*/ 'Receipt', () =>
    import('./pages/receipt.tsx').then((m) => m.ReceiptPage),
  ),
  {
    ...behindLogin('purchases', '/purchaseAlbum/:albumUuid', /*i18n*/ 'Purchase album', () =>
      import('./pages/purchase-album.tsx').then((m) => m.PurchaseAlbumPage),
    ),
    data: ({ albumUuid = '' }) =>
      Promise.all([
        queryClient.prefetchQuery(publicAlbumQuery(albumUuid)),
        queryClient.prefetchQuery(myAlbumsQuery),
      ]),
  },
  behindLogin('purchases', '/payment', /*i18n*/ 'Payment', () =>
    import('./pages/payment.tsx').then((m) => m.PaymentPage),
  ),
  behindLogin('purchases', '/image-payment', /*i18n*/ 'Buy photos', () =>
    import('./pages/payment.tsx').then((m) => m.ImagePaymentPage),
  ),
  behindLogin('purchases', '/AddPaymentMethod', /*i18n*/ 'Payment methods', () =>
    import('./pages/add-payment-method.tsx').then((m) => m.AddPaymentMethodPage),
  ),
  behindLogin('my_athlete', '/addNewAthlete', /*i18n*/ 'Add an athlete', () =>
    import('./pages/add-new-athlete.tsx').then((m) => m.AddNewAthletePage),
  ),
  {
    ...behindLogin('admin', '/admin', 'Admin', () => import('./pages/admin.tsx').then((m) => m.AdminPage)),
    area: 'admin',
    entry: { label: 'Admin', icon: SlidersHorizontal, menus: ['header'] },
  },
  {
    ...open('/view-album/:albumId', /*i18n*/ 'Album', () =>
      import('./pages/view-album.tsx').then((m) => m.ViewAlbumPage),
    ),
    data: ({ albumId = '' }) =>
      isAlbumNumber(albumId) || queryClient.prefetchQuery(publicAlbumQuery(albumId)),
  },
  open('/unsubscribe', /*i18n*/ 'Notifications', () =>
    import('./pages/unsubscribe.tsx').then((m) => m.UnsubscribePage),
  ),
  {
    ...open('/e', /*i18n*/ 'Events', () => import('./pages/events.tsx').then((m) => m.PublicEventsPage)),
    data: () => queryClient.prefetchQuery(publicEventsQuery),
  },
  {
    ...open('/e/:code', /*i18n*/ 'Find your photos', () =>
      import('./pages/poster.tsx').then((m) => m.PosterPage),
    ),
    data: ({ code = '' }) => {
      const known = readPosterCode(code);
      return known && queryClient.prefetchQuery(posterQuery(known));
    },
  },
  fullscreen(
    open('/cockpit/:token', 'Event cockpit', () => import('./pages/cockpit.tsx').then((m) => m.CockpitPage)),
  ),
  fullscreen(
    open('/shared/:token', /*i18n*/ 'Shared photos', () =>
      import('./pages/shared-photos.tsx').then((m) => m.SharedPhotosPage),
    ),
  ),
  fullscreen(
    open('/pass/:token', 'Photographer pass', () => import('./pages/pass.tsx').then((m) => m.PassPage)),
  ),
  fullscreen(
    open('/payee/:token', 'Getting paid', () => import('./pages/payee.tsx').then((m) => m.PayeePage)),
  ),
  fullscreen(open('/wall/:token', 'Live wall', () => import('./pages/wall.tsx').then((m) => m.WallPage))),
  open('/terms', /*i18n*/ 'Terms of use', () => import('./pages/legal.tsx').then((m) => m.TermsPage)),
  open('/privacy', /*i18n*/ 'Privacy notice', () => import('./pages/legal.tsx').then((m) => m.PrivacyPage)),
  loggedOutOnly('/login', /*i18n*/ 'Log in', () => import('./pages/login.tsx').then((m) => m.LoginPage)),
  loggedOutOnly('/Login', /*i18n*/ 'Find your team’s photos', () =>
    import('./pages/login.tsx').then((m) => m.LoginPage),
  ),
  {
    ...loggedOutOnly('/LoginSimple', /*i18n*/ 'Log in by email', () =>
      import('./pages/login-simple.tsx').then((m) => m.LoginSimplePage),
    ),
    linkParam: 'loginToken',
  },
  loggedOutOnly('/register', /*i18n*/ 'Create account', () =>
    import('./pages/register.tsx').then((m) => m.RegisterPage),
  ),
  {
    ...loggedOutOnly('/PasswordReset', /*i18n*/ 'Reset password', () =>
      import('./pages/password-reset.tsx').then((m) => m.PasswordResetPage),
    ),
    linkParam: 'code',
  },
];
