import { z } from 'zod';
import { LANGUAGES } from '#contract/i18n.ts';
import { LIVE_KINDS, NOTIFICATION_KINDS, type NotificationKind } from '#contract/rules/notifications.ts';
import { id, isoDate, isoTimestamp } from '../primitives.ts';
import { SUSPENSION_REASON_KEYS } from '../rules/accounts.ts';
import { PERMISSIONS, ROLES } from '../rules/permissions.ts';
import { teamSubscription } from './album.ts';
import { cart, paymentSource } from './order.ts';

export const DELETED_ACCOUNT_NAME = 'Deleted account';

export const user = z.object({
  id,
  email: z.string(),
  username: z.string(),
  /** True also where verifications are not required. */
  email_verified: z.boolean(),
  /** An account that its owner took back by a mailed link has no password until they set one. */
  logs_in_by_link: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  birth_date: isoDate.nullable(),
  agreed_to_terms: z.boolean(),
  /** The version of the terms and privacy notice that this person still has to agree to. */
  terms_due: z.int().nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip_code: z.string().nullable(),
  phone_number: z.string().nullable(),
  phone_verified: z.boolean(),
  /** Null until the person's browser has told it or the person has chosen. */
  language: z.enum(LANGUAGES).nullable(),
  has_modified_notification_settings: isoDate.nullable(),
  type: z.enum(ROLES),
  /** Permissions the role has at the moment. */
  permissions: z.array(z.enum(PERMISSIONS)),
  second_factor_on: z.boolean(),
  /** This staff member has to set up a second factor before anything else. */
  second_factor_needed: z.boolean(),
  /** A suspended account cannot log in and sees no pictures. */
  suspended_at: isoTimestamp.nullable(),
  /** Staff alone see why. */
  suspension: z.object({ reason: z.enum(SUSPENSION_REASON_KEYS), note: z.string() }).nullable(),
  created_at: isoTimestamp,
  /**
   * This person asked on a poster for photos that they have not seen yet; `startAtAlbum` tells whether these are up.
   */
  awaits_album: z.boolean(),
  team_subscriptions: z.array(teamSubscription),
  cart: cart.nullable(),
  payment_sources: z.array(paymentSource),
});
export type User = z.output<typeof user>;

export const userSummary = user.pick({
  id: true,
  email: true,
  first_name: true,
  last_name: true,
  name: true,
  phone_number: true,
  type: true,
  suspended_at: true,
  created_at: true,
});
export type UserSummary = z.output<typeof userSummary>;

const channels = z.strictObject({ email: z.boolean(), sms: z.boolean(), push: z.boolean() });

export const notificationSettings = z.strictObject(
  Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, channels])) as Record<
    NotificationKind,
    typeof channels
  >,
);

const chosen = z.boolean().nullable();

/** Channels for one athlete or team. Null follows the general settings. */
export const alertChoice = z.strictObject({
  email: chosen,
  sms: chosen,
  push: chosen,
  /** A locked screen shows neither name nor picture unless the parent chose it. */
  shows_name: z.boolean(),
  shows_picture: z.boolean(),
});

export const auditEntry = z.object({
  id: z.int(),
  action: z.string(),
  subject: z.string(),
  /** Null means that the system did it. */
  actor_name: z.string().nullable(),
  created_at: isoTimestamp,
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type AuditRecord = z.output<typeof auditEntry>;

/** `subject`: the order's key, the athlete's or the conversation's number; null for all of the kind. */
export const liveEvent = z.object({
  id: z.int(),
  kind: z.enum(LIVE_KINDS),
  subject: z.string().max(64).nullable(),
});
export type LiveEvent = z.output<typeof liveEvent>;
