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

/** Kinds that are never sent as text messages. */
export const EMAIL_ONLY_KINDS: readonly NotificationKind[] = ['reminder'];

export const NOTIFICATION_CHANNELS = ['email', 'sms'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** What settings and unsubscribe pages call each kind. */
export const NOTIFICATION_TEXTS: Record<NotificationKind, { label: string; explanation: string }> = {
  album_published: {
    label: 'New album for a saved team',
    explanation: 'When a team you follow has photos online',
  },
  athlete_found: {
    label: 'Your athlete was found',
    explanation: 'When new photos look like your athlete',
  },
  pool: { label: 'Group orders', explanation: 'Invitations, who joined, and how it ends' },
  zip_ready: { label: 'Download ready', explanation: 'When a purchased album is ready to download' },
  report_handled: { label: 'Reported photos', explanation: 'Our decision on a photo you reported' },
  reminder: {
    label: 'Reminders',
    explanation: 'Photos you marked or put in your cart, and the last days to buy them',
  },
};

export type NotificationSettings = Record<NotificationKind, Record<NotificationChannel, boolean>>;

export const FACTORY_NOTIFICATION_SETTINGS: NotificationSettings = {
  album_published: { email: true, sms: false },
  athlete_found: { email: true, sms: false },
  pool: { email: true, sms: false },
  zip_ready: { email: true, sms: false },
  report_handled: { email: true, sms: false },
  reminder: { email: true, sms: false },
};

export function wantsAnySms(settings: NotificationSettings): boolean {
  return NOTIFICATION_KINDS.some((kind) => settings[kind].sms);
}

// What can change under a reader's eyes; the event only says so, the page asks for the thing itself.

export const LIVE_KINDS = ['albums', 'order', 'downloads', 'athletes', 'chat', 'inbox', 'queues'] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];
