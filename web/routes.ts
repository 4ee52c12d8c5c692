import {
  BellRing,
  CalendarDays,
  Camera,
  ChartNoAxesColumn,
  CircleAlert,
  CircleUserRound,
  Eye,
  Fingerprint,
  Flag,
  Images,
  Landmark,
  Link2,
  MessagesSquare,
  ScanFace,
  Search,
  Settings,
  SlidersHorizontal,
  Users,
} from 'lucide-react';
import { type AppRoute, adminOnly, behindLogin, loggedOutOnly, onStage, open } from '#web/describe-route.ts';
import { findEventPage } from '#web/lib/event-page.ts';

/** Every page of the site: who may enter, what it is called, where menus show it. Order is menu order. */
export const routes: readonly AppRoute[] = [
  behindLogin('search_results', '/', 'Albums', () => import('./pages/home.tsx').then((m) => m.HomePage), {
    label: 'Search',
    icon: Search,
    menus: ['header', 'tabs'],
  }),
  behindLogin(
    'search_results',
    '/events',
    'Events',
    () => import('./pages/events.tsx').then((m) => m.EventsPage),
    { label: 'Events', icon: CalendarDays, menus: ['header', 'tabs'] },
  ),
  behindLogin(
    'purchases',
    '/MyAlbums',
    'Purchases',
    () => import('./pages/my-albums.tsx').then((m) => m.MyAlbumsPage),
    { label: 'Purchases', icon: Images, menus: ['header', 'tabs'] },
  ),
  behindLogin(
    'my_athlete',
    '/MyAthlete',
    'Athletes',
    () => import('./pages/my-athlete.tsx').then((m) => m.MyAthletePage),
    { label: 'Athletes', icon: ScanFace, menus: ['header', 'tabs'] },
  ),
  {
    ...behindLogin(
      'profile',
      '/user-profile',
      'Profile',
      () => import('./pages/user-profile.tsx').then((m) => m.UserProfilePage),
      { label: 'Profile', icon: CircleUserRound, menus: ['header'] },
    ),
    beforeSecondFactor: true,
  },
  behindLogin('search_results', '/events/:eventid', 'Event', () =>
    import('./pages/event.tsx').then((m) => m.EventPage),
  ),
  onStage('search_results', '/events/:eventid/album/:albumid', 'Album', () =>
    import('./pages/event-album.tsx').then((m) => m.EventAlbumPage),
  ),
  onStage('search_results', '/user-album/:albumId', 'Album', () =>
    import('./pages/user-album.tsx').then((m) => m.UserAlbumPage),
  ),
  behindLogin('search_results', '/search-albums', 'Find a team', () =>
    import('./pages/search-albums.tsx').then((m) => m.SearchAlbumsPage),
  ),
  behindLogin('purchases', '/OpenOrders', 'Open orders', () =>
    import('./pages/open-orders.tsx').then((m) => m.OpenOrdersPage),
  ),
  {
    ...behindLogin('purchases', '/checkout/:orderId', 'Checkout', () =>
      import('./pages/checkout.tsx').then((m) => m.CheckoutPage),
    ),
    welcomesVisitors: true,
  },
  behindLogin('purchases', '/receipt/:orderKey', 'Receipt', () =>
    import('./pages/receipt.tsx').then((m) => m.ReceiptPage),
  ),
  behindLogin('purchases', '/purchaseAlbum/:albumUuid', 'Purchase album', () =>
    import('./pages/purchase-album.tsx').then((m) => m.PurchaseAlbumPage),
  ),
  behindLogin('purchases', '/payment', 'Payment', () =>
    import('./pages/payment.tsx').then((m) => m.PaymentPage),
  ),
  behindLogin('purchases', '/image-payment', 'Photo payment', () =>
    import('./pages/image-payment.tsx').then((m) => m.ImagePaymentPage),
  ),
  behindLogin('purchases', '/AddPaymentMethod', 'Payment methods', () =>
    import('./pages/add-payment-method.tsx').then((m) => m.AddPaymentMethodPage),
  ),
  behindLogin('my_athlete', '/addNewAthlete', 'Add an athlete', () =>
    import('./pages/add-new-athlete.tsx').then((m) => m.AddNewAthletePage),
  ),
  {
    ...adminOnly('admin', '/admin', 'Admin', () => import('./pages/admin.tsx').then((m) => m.AdminPage)),
    entry: { label: 'Admin', icon: SlidersHorizontal, menus: ['header'] },
  },
  adminOnly(
    'admin_albums',
    '/admin/events',
    'Events, admin',
    () => import('./pages/admin-events.tsx').then((m) => m.AdminEventsPage),
    { label: 'Events', icon: CalendarDays, menus: ['admin'] },
  ),
  adminOnly('admin_albums', '/admin/events/:eventid', 'Event, admin', () =>
    import('./pages/admin-event.tsx').then((m) => m.AdminEventPage),
  ),
  adminOnly('admin_albums', '/admin/events/:eventid/:section', 'Event, admin', () =>
    import('./pages/admin-event.tsx').then((m) => m.AdminEventPage),
  ),
  {
    ...adminOnly(
      'admin_albums',
      '/admin/albums',
      'Albums, admin',
      () => import('./pages/admin-albums.tsx').then((m) => m.AdminAlbumsPage),
      { label: 'Albums', icon: Images, menus: ['admin'] },
    ),
    movedTo: findEventPage,
  },
  adminOnly('admin_albums', '/admin/albums/:albumid/cull', 'Cull photos, admin', () =>
    import('./pages/admin-cull.tsx').then((m) => m.AdminCullPage),
  ),
  adminOnly(
    'reports',
    '/admin/reports',
    'Reports, admin',
    () => import('./pages/admin-reports.tsx').then((m) => m.AdminReportsPage),
    { label: 'Reports', icon: ChartNoAxesColumn, menus: ['admin'] },
  ),
  adminOnly(
    'customers',
    '/admin/users',
    'Users, admin',
    () => import('./pages/admin-users.tsx').then((m) => m.AdminUsersPage),
    { label: 'Users', icon: Users, menus: ['admin'] },
  ),
  adminOnly(
    'customers',
    '/admin/support',
    'Support, admin',
    () => import('./pages/admin-support.tsx').then((m) => m.AdminSupportPage),
    { label: 'Support', icon: MessagesSquare, menus: ['admin'] },
  ),
  adminOnly(
    'admin_report_photo_review',
    '/admin/report-photo-review',
    'Reported photos, admin',
    () => import('./pages/admin-report-photo-review.tsx').then((m) => m.AdminReportPhotoReviewPage),
    { label: 'Reported photos', icon: Flag, menus: ['admin'] },
  ),
  adminOnly(
    'admin_photographer_report',
    '/admin/photographer-report',
    'Photographers, admin',
    () => import('./pages/admin-photographer-report.tsx').then((m) => m.AdminPhotographerReportPage),
    { label: 'Photographers', icon: Camera, menus: ['admin'] },
  ),
  adminOnly(
    'customers',
    '/admin/harvest-watch',
    'Harvest watch, admin',
    () => import('./pages/admin-harvest-watch.tsx').then((m) => m.AdminHarvestWatchPage),
    { label: 'Harvest watch', icon: Eye, menus: ['admin'] },
  ),
  adminOnly(
    'customers',
    '/admin/photo-links',
    'Shared links, admin',
    () => import('./pages/admin-photo-links.tsx').then((m) => m.AdminPhotoLinksPage),
    { label: 'Shared links', icon: Link2, menus: ['admin'] },
  ),
  adminOnly(
    'settings',
    '/admin/trace',
    'Trace a picture, admin',
    () => import('./pages/admin-trace.tsx').then((m) => m.AdminTracePage),
    { label: 'Trace a picture', icon: Fingerprint, menus: ['admin'] },
  ),
  adminOnly(
    'settings',
    '/admin/payouts',
    'Payouts, admin',
    () => import('./pages/admin-payouts.tsx').then((m) => m.AdminPayoutsPage),
    { label: 'Payouts', icon: Landmark, menus: ['admin'] },
  ),
  adminOnly(
    'customers',
    '/admin/payment-cases',
    'Payment cases, admin',
    () => import('./pages/admin-payment-cases.tsx').then((m) => m.AdminPaymentCasesPage),
    { label: 'Payment cases', icon: CircleAlert, menus: ['admin'] },
  ),
  adminOnly('customers', '/admin/users/found-albums/:userid', 'Found albums, admin', () =>
    import('./pages/admin-user-found-albums.tsx').then((m) => m.AdminUserFoundAlbumsPage),
  ),
  adminOnly('customers', '/admin/users/user-athletes/:userid', 'Athletes, admin', () =>
    import('./pages/admin-user-athletes.tsx').then((m) => m.AdminUserAthletesPage),
  ),
  adminOnly('customers', '/admin/users/:userid', 'User, admin', () =>
    import('./pages/admin-user.tsx').then((m) => m.AdminUserPage),
  ),
  adminOnly(
    'customer_notification_settings',
    '/admin/users/notification-settings',
    'Notification defaults, admin',
    () => import('./pages/admin-notification-settings.tsx').then((m) => m.AdminNotificationSettingsPage),
    { label: 'Notifications', icon: BellRing, menus: ['admin'] },
  ),
  adminOnly(
    'settings',
    '/admin/settings',
    'Settings, admin',
    () => import('./pages/admin-settings.tsx').then((m) => m.AdminSettingsPage),
    { label: 'Settings', icon: Settings, menus: ['admin'] },
  ),
  open('/view-album/:albumId', 'Album', () => import('./pages/view-album.tsx').then((m) => m.ViewAlbumPage)),
  open('/unsubscribe', 'Notifications', () =>
    import('./pages/unsubscribe.tsx').then((m) => m.UnsubscribePage),
  ),
  open('/e/:code', 'Find your photos', () => import('./pages/poster.tsx').then((m) => m.PosterPage)),
  {
    ...open('/cockpit/:token', 'Event cockpit', () =>
      import('./pages/cockpit.tsx').then((m) => m.CockpitPage),
    ),
    frame: 'stage',
  },
  {
    ...open('/shared/:token', 'Shared photos', () =>
      import('./pages/shared-photos.tsx').then((m) => m.SharedPhotosPage),
    ),
    frame: 'stage',
  },
  {
    ...open('/pass/:token', 'Photographer pass', () => import('./pages/pass.tsx').then((m) => m.PassPage)),
    frame: 'stage',
  },
  {
    ...open('/wall/:token', 'Live wall', () => import('./pages/wall.tsx').then((m) => m.WallPage)),
    frame: 'stage',
  },
  open('/terms', 'Terms of use', () => import('./pages/legal.tsx').then((m) => m.TermsPage)),
  open('/privacy', 'Privacy notice', () => import('./pages/legal.tsx').then((m) => m.PrivacyPage)),
  loggedOutOnly('/login', 'Log in', () => import('./pages/login.tsx').then((m) => m.LoginPage)),
  loggedOutOnly('/Login', 'Log in', () => import('./pages/login.tsx').then((m) => m.LoginPage)),
  {
    ...loggedOutOnly('/LoginSimple', 'Log in by e-mail', () =>
      import('./pages/login-simple.tsx').then((m) => m.LoginSimplePage),
    ),
    linkParam: 'loginToken',
  },
  loggedOutOnly('/register', 'Create account', () =>
    import('./pages/register.tsx').then((m) => m.RegisterPage),
  ),
  {
    ...loggedOutOnly('/PasswordReset', 'Reset password', () =>
      import('./pages/password-reset.tsx').then((m) => m.PasswordResetPage),
    ),
    linkParam: 'code',
  },
];
