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
