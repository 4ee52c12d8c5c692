import { z } from 'zod';
import { NOTIFICATION_KINDS, type NotificationKind } from '../rules/notification-settings.ts';

const channels = z.strictObject({ email: z.boolean(), sms: z.boolean() });

export const notificationSettings = z.strictObject(
  Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, channels])) as Record<
    NotificationKind,
    typeof channels
  >,
);
