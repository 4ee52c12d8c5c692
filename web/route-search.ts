import type { RoutePath } from '#web/lib/paths.ts';
import {
  athletesSearch,
  cullSearch,
  loginLinkSearch,
  loginSearch,
  noSearch,
  passwordResetSearch,
  paymentSearch,
  posterSearch,
  publicAlbumSearch,
  purchaseSearch,
  purchasesSearch,
  tabSearch,
  typedSearch,
  unsubscribeSearch,
  viewerSearch,
} from '#web/lib/search-params.ts';
import type { SearchShape } from '#web/lib/search-shape.ts';

/** Pages with staff lists; web/list-route-search.ts describes their addresses. */
export type ListPath = (typeof LIST_PATHS)[number];

const LIST_PATHS = [
  '/admin',
  '/admin/events',
  '/admin/events/:eventid',
  '/admin/events/:eventid/:section',
  '/admin/albums',
  '/admin/reports',
  '/admin/report-photo-review',
  '/admin/users',
  '/admin/harvest-watch',
  '/admin/photo-links',
  '/admin/users/found-albums/:userid',
  '/admin/users/:userid',
  '/admin/support',
  '/admin/payment-cases',
  '/admin/payouts',
  '/admin/trace',
  '/admin/settings',
  '/admin/photographer-report',
  '/cockpit/:token',
  '/pass/:token',
] as const satisfies readonly RoutePath[];

export const hasLists = (path: RoutePath): path is ListPath =>
  (LIST_PATHS as readonly RoutePath[]).includes(path);

/** What each other page keeps in its address. */
export const routeSearch: Record<Exclude<RoutePath, ListPath>, SearchShape> = {
  '/': typedSearch,
  '/payment': purchaseSearch,
  '/image-payment': purchaseSearch,
  '/events': noSearch,
  '/events/:eventid': typedSearch,
  '/events/:eventid/album/:albumid': viewerSearch,
  '/user-album/:albumId': viewerSearch,
  '/checkout/:orderId': paymentSearch,
  '/receipt/:orderKey': noSearch,
  '/purchaseAlbum/:albumUuid': purchaseSearch,
  '/user-profile': tabSearch,
  '/admin/albums/:albumid/cull': cullSearch,
  '/admin/users/notification-settings': noSearch,
  '/admin/users/user-athletes/:userid': noSearch,
  '/AddPaymentMethod': paymentSearch,
  '/MyAlbums': purchasesSearch,
  '/OpenOrders': noSearch,
  '/MyAthlete': athletesSearch,
  '/addNewAthlete': athletesSearch,
  '/search-albums': typedSearch,
  '/view-album/:albumId': publicAlbumSearch,
  '/unsubscribe': unsubscribeSearch,
  '/e/:code': posterSearch,
  '/shared/:token': noSearch,
  '/wall/:token': noSearch,
  '/login': loginSearch,
  '/Login': loginSearch,
  '/LoginSimple': loginLinkSearch,
  '/register': noSearch,
  '/PasswordReset': passwordResetSearch,
  '/terms': noSearch,
  '/privacy': noSearch,
};
