import { z } from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { alertChoice, notificationSettings } from '#contract/entities/user.ts';
import { MAX_PUSH_DEVICES } from '#contract/rules/notifications.ts';
import {
  done,
  email,
  id,
  idParams,
  isoDate,
  isoTimestamp,
  listParameters,
  requiredText,
  timeZone,
  version,
} from '../primitives.ts';

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

const hour = z.int().min(0).max(23);

/** No push and no text in this time; there is none if both hours are the same. */
const quietHours = z.strictObject({ from: hour, to: hour, time_zone: timeZone.unwrap().nullable() });

const userSettings = z.object({
  user: id,
  settings: notificationSettings,
  has_modified_notification_settings: isoDate.nullable(),
  /** These reasons stop mail to the address, whatever the settings say. */
  email_stopped: z.array(z.enum(EMAIL_STOPS)).max(EMAIL_STOPS.length),
  quiet_hours: quietHours,
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

const pushDevices = z.object({
  /** The application server key that a browser subscribes with. */
  public_key: z.string(),
  devices: z
    .array(
      z.object({
        id,
        label: z.string(),
        /** The device that asks. */
        is_this: z.boolean(),
        created_at: isoTimestamp,
        last_used_at: isoTimestamp.nullable(),
      }),
    )
    .max(MAX_PUSH_DEVICES),
});

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+=*$/);

const pushSubscription = z.strictObject({
  endpoint: z
    .url()
    .max(1_000)
    .regex(/^[\x21-\x7e]+$/),
  keys: z.strictObject({ p256dh: base64url(100), auth: base64url(40) }),
  time_zone: timeZone.unwrap(),
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
    // A client may send back everything it has read; only the settings and the quiet hours count.
    body: z.strictObject({
      ...userSettings.partial().shape,
      settings: notificationSettings,
      has_modified_notification_settings: isoDate.or(isoTimestamp).nullish(),
    }),
    response: userSettings,
  }),
  resumeEmail: endpoint('POST /users/resume-email/:id', {
    access: 'authenticated',
    summary: 'Resume mail to a user whose address had bounced or reported spam',
    params: idParams,
    response: userSettings,
  }),
  listPushDevices: endpoint('GET /push-devices', {
    access: 'authenticated',
    summary: 'List the devices that show notifications',
    response: pushDevices,
  }),
  addPushDevice: endpoint('POST /push-devices', {
    access: 'authenticated',
    summary: `Show notifications on this device, until its session ends; at most ${MAX_PUSH_DEVICES} devices`,
    body: pushSubscription,
    limits: [{ name: 'push-devices', per: 'account', max: 60, minutes: 60 }],
    response: pushDevices,
  }),
  removePushDevice: endpoint('DELETE /push-devices/:id', {
    access: 'authenticated',
    summary: 'Show no more notifications on a device',
    params: idParams,
    response: pushDevices,
  }),
  listAlertChoices: endpoint('GET /alert-choices', {
    access: 'authenticated',
    summary: 'List the athletes and saved teams that differ from the notification settings',
    response: z.array(alertChoice.extend({ athlete: id.nullable(), team: id.nullable() })).max(1_000),
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
    raw: true,
  }),
};
