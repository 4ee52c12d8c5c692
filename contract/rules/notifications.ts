// Lists the notification kinds with their channels and defaults.

export const NOTIFICATION_KINDS = [
  'album_published',
  'athlete_found',
  'pool',
  'zip_ready',
  'report_handled',
  'reminder',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Kinds that are never sent as text or push messages. */
export const EMAIL_ONLY_KINDS: readonly NotificationKind[] = ['reminder'];

export const NOTIFICATION_CHANNELS = ['email', 'sms', 'push'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** The name of each kind in the settings and on the unsubscribe page. */
export const NOTIFICATION_TEXTS: Record<NotificationKind, { label: string; explanation: string }> = {
  album_published: {
    label: /*i18n*/ 'New photos of your teams',
    explanation: /*i18n*/ 'When a team you follow has a new album',
  },
  athlete_found: {
    label: /*i18n*/ 'Photos of your athlete',
    explanation: /*i18n*/ 'When we find your athlete in new photos',
  },
  pool: {
    label: /*i18n*/ 'Group orders',
    explanation: /*i18n*/ 'Invitations, who joined and when it’s complete',
  },
  zip_ready: {
    label: /*i18n*/ 'Downloads',
    explanation: /*i18n*/ 'When an album you bought is ready to download',
  },
  report_handled: {
    label: /*i18n*/ 'Photos you reported',
    explanation: /*i18n*/ 'What we decided about a photo you reported',
  },
  reminder: {
    label: /*i18n*/ 'Reminders',
    explanation: /*i18n*/ 'Favorites and photos in your cart, before the sale ends',
  },
};

export type NotificationSettings = Record<NotificationKind, Record<NotificationChannel, boolean>>;

/** Push reaches only devices on which somebody turned it on. */
export const FACTORY_NOTIFICATION_SETTINGS: NotificationSettings = {
  album_published: { email: true, sms: false, push: true },
  athlete_found: { email: true, sms: false, push: true },
  pool: { email: true, sms: false, push: true },
  zip_ready: { email: true, sms: false, push: true },
  report_handled: { email: true, sms: false, push: true },
  reminder: { email: true, sms: false, push: false },
};

/** A choice for one athlete or team comes before the settings; null means as they say. */
export type AlertChoice = Record<NotificationChannel, boolean | null>;

export function wantsChannel(
  settings: NotificationSettings,
  choice: AlertChoice | undefined,
  { kind, channel }: { kind: NotificationKind; channel: NotificationChannel },
): boolean {
  return choice?.[channel] ?? settings[kind][channel];
}

export const MAX_PUSH_DEVICES = 10;

export function wantsAnySms(settings: NotificationSettings): boolean {
  return NOTIFICATION_KINDS.some((kind) => settings[kind].sms);
}

// The events that open pages receive. An event only says that something changed; the page fetches the rest.

export const LIVE_KINDS = ['albums', 'order', 'downloads', 'athletes', 'chat', 'inbox', 'queues'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];
