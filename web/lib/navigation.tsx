import { useLinkProps, useParams, useRouter, useSearch as useTanStackSearch } from '@tanstack/react-router';
import { type ComponentProps, useCallback } from 'react';

type SearchValues = Readonly<Record<string, unknown>>;

export type Target = {
  /** A path, or `.` for the page that is open. */
  to: string;
  /** Without it the search of `to` stays; `true` keeps that of the open page. */
  search?: true | object | ((before: Readonly<Record<string, string>>) => object);
  hash?: string;
};

export type Move = Target & {
  replace?: boolean;
  /** False keeps the scroll position, for a change within the page. */
  resetScroll?: boolean;
};

/** Search values are texts: a log-in token that looks like a number is still a token. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(values: SearchValues): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** Addresses outside this site lead home, so that no link leaves the site. */
function toOptions({ to, search, hash }: Target) {
  if (to !== '.' && !to.startsWith('/')) return { to: '/' };
  return to === '.' || search !== undefined || hash !== undefined ? { to, search, hash } : { href: to };
}

export function useNavigate() {
  const router = useRouter();
  return useCallback(
    ({ replace, resetScroll, ...target }: Move): Promise<void> =>
      router.navigate({ ...toOptions(target), replace, resetScroll } as never),
    [router],
  );
}

export { useLocation, useRouter } from '@tanstack/react-router';

/** Returns the search values unchecked, because every reader checks those that it needs. */
export const useSearch = (): Record<string, string> => useTanStackSearch({ strict: false });

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export function usePathParams<Path extends string>(_path: Path): Record<ParamName<Path>, string> {
  return useParams({ strict: false }) as Record<ParamName<Path>, string>;
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Move & {
    /** Marks the link of the open page, or of every page below its path. */
    current?: 'page' | 'area';
  };

/** Opens a page without reloading the site. Its files load as soon as somebody points at the link. */
export function Link({ to, search, hash, current, 'aria-current': mark, children, ...rest }: LinkProps) {
  const {
    'aria-current': active,
    'data-status': _status,
    ...props
  } = useLinkProps({
    ...rest,
    ...toOptions({ to, search, hash }),
    activeOptions: { exact: current !== 'area', includeSearch: false },
    activeProps: {},
  } as never) as ComponentProps<'a'> & { 'data-status'?: string };
  return (
    <a {...props} aria-current={mark ?? (current && active)}>
      {children}
    </a>
  );
}

/** The parts of an event's page, each with its own address. Albums come first and need no name. */
export const EVENT_SECTIONS = [
  'albums',
  'upload',
  'running-order',
  'clock',
  'unsorted',
  'culling',
  'pricing',
  'posters',
  'links',
  'wall',
  'sales',
] as const;
export type EventSection = (typeof EVENT_SECTIONS)[number];

type Key = string | number;
const segment = (value: Key) => encodeURIComponent(value);

/** The addresses of the pages that web/routes.ts and web/admin-routes.ts list. */
export const paths = {
  home: '/',
  events: '/events',
  publicEvents: '/e',
  event: (eventId: Key) => `/events/${segment(eventId)}`,
  eventAlbum: (eventId: Key, albumId: Key) => `/events/${segment(eventId)}/album/${segment(albumId)}`,
  userAlbum: (albumId: Key) => `/user-album/${segment(albumId)}`,
  /** Shows staff the album as a customer would see it. */
  previewAlbum: (albumId: Key) => `/user-album/${segment(albumId)}?as=customer`,
  checkout: (orderKey: Key) => `/checkout/${segment(orderKey)}`,
  receipt: (orderKey: Key) => `/receipt/${segment(orderKey)}`,
  purchaseAlbum: (albumUuid: Key) => `/purchaseAlbum/${segment(albumUuid)}`,
  profile: '/user-profile',
  admin: '/admin',
  adminEvents: '/admin/events',
  adminNewEvent: '/admin/events/new',
  adminPriceLists: '/admin/price-lists',
  adminEvent: (eventId: Key, section: EventSection = 'albums') =>
    `/admin/events/${segment(eventId)}${section === 'albums' ? '' : `/${section}`}`,
  adminAlbums: '/admin/albums',
  adminCull: (albumId: Key) => `/admin/albums/${segment(albumId)}/cull`,
  adminReports: '/admin/reports',
  adminReportPhotoReview: '/admin/report-photo-review',
  adminNeverShow: '/admin/never-show',
  adminUsers: '/admin/users',
  adminNotificationSettings: '/admin/users/notification-settings',
  adminFoundAlbums: (userId: Key) => `/admin/users/found-albums/${segment(userId)}`,
  adminUserAthletes: (userId: Key) => `/admin/users/user-athletes/${segment(userId)}`,
  adminUser: (userId: Key) => `/admin/users/${segment(userId)}`,
  adminSupport: '/admin/support',
  adminPaymentCases: '/admin/payment-cases',
  adminPayouts: '/admin/payouts',
  adminBooks: '/admin/books',
  adminLeaks: '/admin/trace',
  adminSettings: '/admin/settings',
  adminPhotographerReport: '/admin/photographer-report',
  adminPhotographers: '/admin/photographer-report/roster',
  adminTax: '/admin/tax',
  adminStatements: '/admin/photographer-report/statements',
  addPaymentMethod: '/AddPaymentMethod',
  myAlbums: '/MyAlbums',
  openOrders: '/OpenOrders',
  myAthlete: '/MyAthlete',
  addNewAthlete: '/addNewAthlete',
  searchAlbums: '/search-albums',
  viewAlbum: (albumUuid: Key) => `/view-album/${segment(albumUuid)}`,
  unsubscribe: '/unsubscribe',
  poster: (code: Key) => `/e/${segment(code)}`,
  terms: '/terms',
  privacy: '/privacy',
  cockpit: (token: Key) => `/cockpit/${segment(token)}`,
  pass: (token: Key) => `/pass/${segment(token)}`,
  wall: (token: Key) => `/wall/${segment(token)}`,
  sharedPhotos: (token: Key) => `/shared/${segment(token)}`,
  logIn: '/login',
  logInByCode: '/login?code=true',
  logInAfterLogout: '/Login',
  logInByLink: '/LoginSimple',
  register: '/register',
  passwordReset: '/PasswordReset',
} as const;
