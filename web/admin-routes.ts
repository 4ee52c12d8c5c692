import {
  BellRing,
  BookOpenText,
  CalendarDays,
  Camera,
  ChartNoAxesColumn,
  CircleAlert,
  Eye,
  Fingerprint,
  Flag,
  Images,
  Landmark,
  Link2,
  MessagesSquare,
  Percent,
  Settings,
  ShieldCheck,
  Tags,
  Users,
} from 'lucide-react';
import { type AppRoute, adminOnly } from '#web/describe-route.ts';
import { findEventPage } from '#web/lib/event-page.ts';

/** This table lists the pages of staff below the overview. The menu keeps its order. */
export const adminRoutes: readonly AppRoute[] = [
  adminOnly(
    'admin_albums',
    '/admin/events',
    'Events, admin',
    () => import('./pages/admin-events.tsx').then((m) => m.AdminEventsPage),
    { label: 'Events', icon: CalendarDays, menus: ['admin'] },
  ),
  adminOnly('admin_albums', '/admin/events/new', 'New event, admin', () =>
    import('./pages/admin-new-event.tsx').then((m) => m.AdminNewEventPage),
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
  {
    ...adminOnly('admin_albums', '/admin/albums/:albumid/cull', 'Cull photos, admin', () =>
      import('./pages/admin-cull.tsx').then((m) => m.AdminCullPage),
    ),
    frame: 'fullscreen',
  },
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
    'admin_report_photo_review',
    '/admin/never-show',
    'Never show my child, admin',
    () => import('./pages/admin-forced-covers.tsx').then((m) => m.AdminForcedCoversPage),
    { label: 'Never show', icon: ShieldCheck, menus: ['admin'] },
  ),
  adminOnly(
    'admin_photographer_report',
    '/admin/photographer-report',
    'Photographers, admin',
    () => import('./pages/admin-photographer-report.tsx').then((m) => m.AdminPhotographerReportPage),
    { label: 'Photographers', icon: Camera, menus: ['admin'] },
  ),
  adminOnly(
    'admin_albums',
    '/admin/price-lists',
    'Price lists, admin',
    () => import('./pages/admin-price-lists.tsx').then((m) => m.AdminPriceListsPage),
    { label: 'Price lists', icon: Tags, menus: ['admin'] },
  ),
  adminOnly('admin_photographer_report', '/admin/photographer-report/roster', 'Roster, admin', () =>
    import('./pages/admin-photographers.tsx').then((m) => m.AdminPhotographersPage),
  ),
  adminOnly('admin_photographer_report', '/admin/photographer-report/statements', 'Statements, admin', () =>
    import('./pages/admin-statements.tsx').then((m) => m.AdminStatementsPage),
  ),
  adminOnly(
    'customers',
    '/admin/scraping-monitor',
    'Unusual activity, admin',
    () => import('./pages/admin-scraping-monitor.tsx').then((m) => m.AdminScrapingMonitorPage),
    { label: 'Unusual activity', icon: Eye, menus: ['admin'] },
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
    'Find the source of a leak, admin',
    () => import('./pages/admin-trace.tsx').then((m) => m.AdminTracePage),
    { label: 'Leak detection', icon: Fingerprint, menus: ['admin'] },
  ),
  adminOnly(
    'payouts',
    '/admin/payouts',
    'Payouts, admin',
    () => import('./pages/admin-payouts.tsx').then((m) => m.AdminPayoutsPage),
    { label: 'Payouts', icon: Landmark, menus: ['admin'] },
  ),
  adminOnly(
    'reports',
    '/admin/tax',
    'Tax, admin',
    () => import('./pages/admin-tax.tsx').then((m) => m.AdminTaxPage),
    { label: 'Tax', icon: Percent, menus: ['admin'] },
  ),
  adminOnly(
    'payouts',
    '/admin/books',
    'Books, admin',
    () => import('./pages/admin-books.tsx').then((m) => m.AdminBooksPage),
    { label: 'Books', icon: BookOpenText, menus: ['admin'] },
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
];
