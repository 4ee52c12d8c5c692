import { z } from 'zod';
import { count, id, isoTimestamp, photoId } from '#contract/primitives.ts';
import { image } from './album.ts';

export const UNUSUAL_ACTS = ['previews', 'albums', 'programs'] as const;
export type UnusualAct = (typeof UNUSUAL_ACTS)[number];

/** An account that opened unusually much in the last 30 days by the settings, or that is suspended. */
export const scraperRow = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** Unusual counts, each beside the median of all accounts. */
  why: z.array(z.object({ act: z.enum(UNUSUAL_ACTS), count, typical: count })),
  suspension_reason: z.string().nullable(),
  programs_opened: count,
  /** Programs that were opened and of which nothing is owned. */
  programs_unbought: count,
  albums_opened: count,
  albums_bought: count,
  pictures: count,
  /** Accounts on the same device, or on the same network address with the same browser; at most five are named. */
  shares_with: z.array(z.object({ id, name: z.string(), by: z.enum(['device', 'address']) })),
  shares_total: count,
  first_seen_at: isoTimestamp,
  /** Null when no session is left. */
  last_seen_at: isoTimestamp.nullable(),
  suspended_at: isoTimestamp.nullable(),
});
export type ScraperRow = z.output<typeof scraperRow>;

export const PRODUCTS = ['album', 'image'] as const;

/** Cents; negative when refunds exceed sales. */
export const balance = z.int();

export const reportRow = z.object({
  key: z.string(),
  at: isoTimestamp,
  kind: z.enum(['charge', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'fee', 'dispute_fee']),
  amount: balance,
  order: id,
  line: id,
  product: z.enum(PRODUCTS),
  album: id,
  album_name: z.string(),
  image: photoId.nullable(),
  event: id,
  event_name: z.string(),
  brand: z.string(),
  /** Null for staff who may not see customers. */
  customer: id.nullable(),
  customer_name: z.string().nullable(),
  facial: z.boolean(),
  pool: z.boolean(),
  coupon: z.string().nullable(),
});
export type ReportRow = z.output<typeof reportRow>;

export const inboxRow = z.object({
  id,
  status: z.enum(['open', 'closed']),
  has_bug_report: z.boolean(),
  customer: z.object({ user: id.nullable(), name: z.string(), email: z.string() }),
  unread: count,
  /** An open conversation whose last message is from the customer waits for an answer. */
  last_from: z.enum(['customer', 'staff']),
  last_text: z.string(),
  last_message_at: isoTimestamp,
  /** The staff member who handles the conversation. */
  assignee: z.object({ id, name: z.string() }).nullable(),
  tags: z.array(z.string()),
});
export type InboxRow = z.output<typeof inboxRow>;

/** `unsure`: a photo is ours, but its marks do not say enough. `unknown`: no photo of ours looks like any picture. */
export const LEAK_SEARCH_STATES = {
  waiting: 'Waiting for pictures',
  running: 'Searching',
  named: 'Account found',
  unsure: 'Not enough to say',
  unknown: 'Photo not found',
  failed: 'Failed',
} as const;
export type LeakSearchState = keyof typeof LEAK_SEARCH_STATES;

const leakFinding = z.object({
  /** It is null if the copy was shown by a link, for example on a wall. */
  account: z.object({ id, name: z.string(), email: z.string() }).nullable(),
  /** Names a link, e.g. "Wall link 12". */
  label: z.string(),
  first_at: isoTimestamp,
  last_at: isoTimestamp,
  /** The highest chance that anybody is named here whose copies are not in the leak. */
  chance: z.number(),
});
export type LeakFinding = z.output<typeof leakFinding>;

const leakedPhoto = z.object({
  image,
  folder_uuid: z.string(),
  auth: z.string(),
  album: id.nullable(),
  title: z.string(),
  event_name: z.string(),
});

export const leakSearch = z.object({
  id,
  state: z.enum(Object.keys(LEAK_SEARCH_STATES) as [LeakSearchState, ...LeakSearchState[]]),
  /** The current step of the search. */
  step: z.string(),
  progress: z.int().min(0).max(100),
  failure: z.string().nullable(),
  reason: z.string(),
  scope: z.string(),
  started_by: z.string(),
  started_at: isoTimestamp,
  ended_at: isoTimestamp.nullable(),
  /** The number of pictures sent, and of those that resemble one of our photos. */
  pictures: count,
  images_read: count.nullable(),
  /** The number of viewers whose marks were compared. */
  viewers_asked: count.nullable(),
  is_mirrored: z.boolean(),
  photo: leakedPhoto.nullable(),
  findings: z.array(leakFinding),
});
export type LeakSearch = z.output<typeof leakSearch>;
