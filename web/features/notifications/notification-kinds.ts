import type { NotificationChannel, NotificationKind } from '#contract/rules/notification-settings.ts';

export const KIND_TEXTS: Record<NotificationKind, { label: string; explanation: string }> = {
  album_published: {
    label: 'New album for a saved team',
    explanation: 'When a team you follow has photos online',
  },
  athlete_found: {
    label: 'Your athlete was found',
    explanation: 'When new photos look like your athlete',
  },
  pool: { label: 'Shared orders', explanation: 'Invitations, new members and the outcome' },
  zip_ready: { label: 'Download ready', explanation: 'When a purchased album is ready to download' },
  report_handled: { label: 'Reported photos', explanation: 'Our decision on a photo you reported' },
  reminder: {
    label: 'Reminders',
    explanation: 'Photos you marked or put in your cart, and the last days to buy them',
  },
};

export const CHANNEL_LABELS: Record<NotificationChannel, string> = { email: 'E-mail', sms: 'Text' };
