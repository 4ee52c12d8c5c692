import { z } from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { notificationSettings } from '#contract/entities/user.ts';
import { listParameters } from '../list-parameters.ts';
import { done, email, id, idParams, isoDate, isoTimestamp, requiredText, version } from '../primitives.ts';

const endpoint = endpointsOf('Notifications');

export const EMAIL_STOPS = ['bounce', 'complaint', 'invites'] as const;
export type EmailStop = (typeof EMAIL_STOPS)[number];

/** The header x-encore-signature signs the whole body with HMAC-SHA256 in hex. */
export const mailEvent = z.object({
  id: requiredText(200),
  type: z.enum(['bounce', 'complaint']),
  email,
  /** A temporary bounce, such as a full mailbox, does not stop mail. */
  permanent: z.boolean().default(true),
});

const userSettings = z.object({
  user: id,
  settings: notificationSettings,
  has_modified_notification_settings: isoDate.nullable(),
  /** These reasons stop mail to the address, whatever the settings say. */
  email_stopped: z.array(z.enum(EMAIL_STOPS)).max(EMAIL_STOPS.length),
});

const defaultSettings = z.object({
  id,
  settings: notificationSettings,
  created_at: isoTimestamp,
  version,
});

/** Kinds that are left out stay as they are. */
export const defaultChange = z.strictObject({
  settings: notificationSettings.partial(),
  version: version.optional(),
});

export const notificationEndpoints = {
  getSettings: endpoint('GET /users/get-settings/:id', {
    access: 'authenticated',
    summary: 'Get the notification settings of a user, or the site default if they chose none',
    params: idParams,
    response: userSettings,
  }),
  updateSettings: endpoint('PUT /users/update-settings/:id', {
    access: 'authenticated',
    summary: 'Choose notification settings; text messages need a verified phone number',
    params: idParams,
    // A client may send back everything it has read; only the settings count.
    body: z.strictObject({ ...userSettings.partial().shape, settings: notificationSettings }),
    response: userSettings,
  }),
  resumeEmail: endpoint('POST /users/resume-email/:id', {
    access: 'authenticated',
    summary: 'Resume mail to a user whose address had bounced or reported spam',
    params: idParams,
    response: userSettings,
  }),
  mailWebhook: endpoint('POST /webhooks/mail', {
    access: 'public',
    summary: 'Receive a signed bounce or complaint event from the mail provider',
    text: { maxBytes: 16_384 },
    response: done,
  }),
  getDefaultSettings: endpoint('GET /default-user-notification-settings', {
    access: 'customer_notification_settings',
    summary: 'Get the current site default, as a list of at most one',
    query: z.strictObject(listParameters(['id'], 1)),
    response: z.array(defaultSettings),
  }),
  setDefaultSettings: endpoint('POST /default-user-notification-settings', {
    access: 'customer_notification_settings',
    summary: 'Set a new site default',
    body: defaultChange,
    response: defaultSettings,
  }),
};

export const liveEndpoints = {
  live: endpoint('GET /live', {
    access: 'authenticated',
    tag: 'Live',
    summary:
      'Server-sent events (see liveEvent) for the current user; Last-Event-ID resumes a lost connection',
    response: z.unknown(),
    raw: true,
  }),
};
