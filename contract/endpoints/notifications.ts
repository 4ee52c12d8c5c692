import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { notificationSettings } from '../entities/notification-settings.ts';
import { done, email, id, idParams, isoDate, isoTimestamp, requiredText } from '../primitives.ts';

const tag = 'Notifications';

/** Mail came back; was marked as spam; or its reader wants no invitations. */
export const EMAIL_STOPS = ['bounce', 'complaint', 'invites'] as const;
export type EmailStop = (typeof EMAIL_STOPS)[number];

/** What a mail provider's hook tells; the whole text is signed (x-encore-signature: HMAC-SHA256 in hex). */
export const mailEvent = z.object({
  id: requiredText(200),
  type: z.enum(['bounce', 'complaint']),
  email,
  /** A full mailbox is no reason to stop; an address that does not exist is. */
  permanent: z.boolean().default(true),
});

const userSettings = z.object({
  user: id,
  settings: notificationSettings,
  has_modified_notification_settings: isoDate.nullable(),
  /** Why mail to the address is held back, whatever the settings say; empty when it is not. */
  email_stopped: z.array(z.enum(EMAIL_STOPS)),
});

const defaultSettings = z.object({
  id,
  settings: notificationSettings,
  created_at: isoTimestamp,
});

export const notificationEndpoints = {
  getSettings: endpoint({
    method: 'GET',
    path: '/users/get-settings/:id',
    access: 'authenticated',
    tag,
    summary: 'Notification settings of a user: their own choice, else the site default',
    params: idParams,
    response: userSettings,
  }),
  updateSettings: endpoint({
    method: 'PUT',
    path: '/users/update-settings/:id',
    access: 'authenticated',
    tag,
    summary: 'Choose notification settings; text messages need a verified phone number',
    params: idParams,
    body: z.strictObject({
      settings: notificationSettings,
      has_modified_notification_settings: isoDate.optional(),
    }),
    response: userSettings,
  }),
  resumeEmail: endpoint({
    method: 'POST',
    path: '/users/resume-email/:id',
    access: 'authenticated',
    tag,
    summary: 'Mail to the address of a user again that had been stopped (bounced, marked as spam)',
    params: idParams,
    response: userSettings,
  }),
  mailWebhook: endpoint({
    method: 'POST',
    path: '/webhooks/mail',
    access: 'public',
    tag,
    summary: 'A mail provider tells of a bounce or a complaint (see mailEvent); signed',
    text: { maxBytes: 16_384 },
    response: done,
  }),
  getDefaultSettings: endpoint({
    method: 'GET',
    path: '/default-user-notification-settings',
    access: 'customer_notification_settings',
    tag,
    summary: 'The latest site default, as a list of at most one',
    response: z.array(defaultSettings),
  }),
  setDefaultSettings: endpoint({
    method: 'POST',
    path: '/default-user-notification-settings',
    access: 'customer_notification_settings',
    tag,
    summary: 'Set a new site default',
    body: z.strictObject({ settings: notificationSettings }),
    response: defaultSettings,
  }),
};
