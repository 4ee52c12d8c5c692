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
import { type AppRoute, adminMenu, adminOnly, fullscreen } from '#web/describe-route.ts';

/** This table lists the pages of staff below the overview. The menu keeps its order. */
export const adminRoutes: readonly AppRoute[] = [
  adminMenu('admin_albums', '/admin/events', 'Events', CalendarDays, () =>
    import('./pages/admin-events.tsx').then((m) => m.AdminEventsPage),
  ),
  adminOnly('admin_albums', '/admin/events/new', 'New event', () =>
    import('./pages/admin-new-event.tsx').then((m) => m.AdminNewEventPage),
  ),
  adminOnly('admin_albums', '/admin/events/:eventid', 'Event', () =>
    import('./pages/admin-event.tsx').then((m) => m.AdminEventPage),
  ),
  adminOnly('admin_albums', '/admin/events/:eventid/:section', 'Event', () =>
    import('./pages/admin-event.tsx').then((m) => m.AdminEventPage),
  ),
  adminMenu('admin_albums', '/admin/albums', 'Albums', Images, () =>
    import('./pages/admin-albums.tsx').then((m) => m.AdminAlbumsPage),
  ),
  fullscreen(
    adminOnly('admin_albums', '/admin/albums/:albumid/cull', 'Cull photos', () =>
      import('./pages/admin-cull.tsx').then((m) => m.AdminCullPage),
    ),
  ),
  adminMenu('reports', '/admin/reports', 'Reports', ChartNoAxesColumn, () =>
    import('./pages/admin-reports.tsx').then((m) => m.AdminReportsPage),
  ),
  adminMenu('customers', '/admin/users', 'Users', Users, () =>
    import('./pages/admin-users.tsx').then((m) => m.AdminUsersPage),
  ),
  adminMenu('customers', '/admin/support', 'Support', MessagesSquare, () =>
    import('./pages/admin-support.tsx').then((m) => m.AdminSupportPage),
  ),
  adminMenu('admin_report_photo_review', '/admin/report-photo-review', 'Reported photos', Flag, () =>
    import('./pages/admin-report-photo-review.tsx').then((m) => m.AdminReportPhotoReviewPage),
  ),
  {
    ...adminMenu('admin_report_photo_review', '/admin/never-show', 'Never show', ShieldCheck, () =>
      import('./pages/admin-forced-covers.tsx').then((m) => m.AdminForcedCoversPage),
    ),
    title: 'Never show my child, admin',
  },
  adminMenu('admin_photographer_report', '/admin/photographer-report', 'Photographers', Camera, () =>
    import('./pages/admin-photographer-report.tsx').then((m) => m.AdminPhotographerReportPage),
  ),
  adminMenu('admin_albums', '/admin/price-lists', 'Price lists', Tags, () =>
    import('./pages/admin-price-lists.tsx').then((m) => m.AdminPriceListsPage),
  ),
  {
    ...adminOnly('admin_photographer_report', '/admin/photographer-report/roster', 'Roster', () =>
      import('./pages/admin-photographers.tsx').then((m) => m.AdminPhotographersPage),
    ),
    entry: { label: 'Photographer roster', icon: Camera, menus: ['palette'] },
  },
  {
    ...adminOnly('admin_photographer_report', '/admin/photographer-report/statements', 'Statements', () =>
      import('./pages/admin-statements.tsx').then((m) => m.AdminStatementsPage),
    ),
    entry: { label: 'Photographer statements', icon: Camera, menus: ['palette'] },
  },
  adminMenu('customers', '/admin/scraping-monitor', 'Unusual activity', Eye, () =>
    import('./pages/admin-scraping-monitor.tsx').then((m) => m.AdminScrapingMonitorPage),
  ),
  adminMenu('customers', '/admin/photo-links', 'Shared links', Link2, () =>
    import('./pages/admin-photo-links.tsx').then((m) => m.AdminPhotoLinksPage),
  ),
  {
    ...adminMenu('settings', '/admin/trace', 'Leak detection', Fingerprint, () =>
      import('./pages/admin-leaks.tsx').then((m) => m.AdminLeaksPage),
    ),
    title: 'Find the source of a leak, admin',
  },
  adminMenu('payouts', '/admin/payouts', 'Payouts', Landmark, () =>
    import('./pages/admin-payouts.tsx').then((m) => m.AdminPayoutsPage),
  ),
  adminMenu('reports', '/admin/tax', 'Tax', Percent, () =>
    import('./pages/admin-tax.tsx').then((m) => m.AdminTaxPage),
  ),
  adminMenu('payouts', '/admin/books', 'Books', BookOpenText, () =>
    import('./pages/admin-books.tsx').then((m) => m.AdminBooksPage),
  ),
  adminMenu('customers', '/admin/payment-cases', 'Payment cases', CircleAlert, () =>
    import('./pages/admin-payment-cases.tsx').then((m) => m.AdminPaymentCasesPage),
  ),
  adminOnly('customers', '/admin/users/found-albums/:userid', 'Found albums', () =>
    import('./pages/admin-user-found-albums.tsx').then((m) => m.AdminUserFoundAlbumsPage),
  ),
  adminOnly('customers', '/admin/users/user-athletes/:userid', 'Athletes', () =>
    import('./pages/admin-user-athletes.tsx').then((m) => m.AdminUserAthletesPage),
  ),
  adminOnly('customers', '/admin/users/:userid', 'User', () =>
    import('./pages/admin-user.tsx').then((m) => m.AdminUserPage),
  ),
  {
    ...adminMenu(
      'customer_notification_settings',
      '/admin/users/notification-settings',
      'Notifications',
      BellRing,
      () => import('./pages/admin-notification-settings.tsx').then((m) => m.AdminNotificationSettingsPage),
    ),
    title: 'Notification defaults, admin',
  },
  adminMenu('settings', '/admin/settings', 'Settings', Settings, () =>
    import('./pages/admin-settings.tsx').then((m) => m.AdminSettingsPage),
  ),
];
