import { z } from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { guessLimit, linkToken, photoLinkRow } from '#contract/entities/links.ts';
import { LANGUAGES } from '#contract/i18n.ts';
import { photoLinkList } from '#contract/lists/users.ts';
import { image } from '../entities/album.ts';
import { listEndpoints } from '../lists/list.ts';
import { count, done, id, idParams, isoTimestamp, photoId, text } from '../primitives.ts';

const tag = 'Shared photos';
const endpoint = endpointsOf(tag);

export const MAX_SHARED_PHOTOS = 150;
export const MAX_PHOTO_LINKS = 50;
export const PHOTO_LINK_DAYS = 30;
export const LONGEST_PHOTO_LINK_DAYS = 365;

export const photoLink = z.object({
  id,
  album: id,
  label: z.string(),
  /** The team, such as "Northshore Elite Royals". */
  title: z.string(),
  photos: count,
  downloads: z.boolean(),
  /** All faces but those of the owner's athletes are covered. */
  covers_others: z.boolean(),
  created_at: isoTimestamp,
  ends_at: isoTimestamp,
  times_opened: count,
  last_opened_at: isoTimestamp.nullable(),
  status: z.enum(['works', 'ended', 'expired']),
});
export type PhotoLink = z.output<typeof photoLink>;

export const newPhotoLink = z.strictObject({
  album: id,
  /** Absent means all photos of the album that the caller owns. */
  images: z.array(photoId).min(1).max(MAX_SHARED_PHOTOS).optional(),
  label: text(80).default(''),
  days: z.int().min(1).max(LONGEST_PHOTO_LINK_DAYS).default(PHOTO_LINK_DAYS),
  /** Visitors may also take the originals. */
  downloads: z.boolean().default(false),
  /** Covers all faces but those of the caller's athletes. */
  covers_others: z.boolean().default(false),
});

const sharedPhotos = z.object({
  title: z.string(),
  event: z.string(),
  owner_first_name: z.string(),
  images: z.array(image),
  downloads: z.boolean(),
  ends_at: isoTimestamp,
  /** Opens the pictures for a while. */
  auth: z.string(),
});
export type SharedPhotos = z.output<typeof sharedPhotos>;

export const photoLinkEndpoints = {
  makePhotoLink: endpoint('POST /photo-links', {
    access: 'purchases',
    verification: 'address',
    summary: `Share owned photos of an album by a secret link (at most ${MAX_PHOTO_LINKS} working ones); only this answer contains the secret`,
    body: newPhotoLink,
    limits: [{ name: 'photo-link', per: 'account', max: 50, minutes: 24 * 60, counts: 'successes' }],
    response: photoLink.extend({ token: z.string() }),
  }),
  myPhotoLinks: endpoint('GET /photo-links/me', {
    access: 'purchases',
    summary: "List the caller's links to shared photos, newest first, without their secrets",
    response: z.array(photoLink),
  }),
  endPhotoLink: endpoint('POST /photo-links/:id/end', {
    access: 'purchases',
    summary: 'End an own link at once',
    params: idParams,
    response: photoLink,
  }),
  photoLinksOfUser: endpoint('GET /users/:id/photo-links', {
    access: 'customers',
    summary: "List a customer's links to shared photos, without their secrets",
    params: idParams,
    response: z.array(photoLink),
  }),
  endPhotoLinkOfUser: endpoint('POST /users/:id/photo-links/:link/end', {
    access: 'customers',
    summary: "End a customer's link at once, as staff",
    params: z.strictObject({ ...idParams.shape, link: idParams.shape.id }),
    response: photoLink,
  }),
  openPhotoLink: endpoint('POST /photo-links/open', {
    access: 'public',
    summary: 'List the photos behind a secret link. A POST, so that the secret appears in no URL and no log',
    body: z.strictObject({ token: linkToken }),
    limits: guessLimit('shared-photos'),
    response: sharedPhotos,
  }),
  countOpening: endpoint('POST /photo-links/opened', {
    access: 'public',
    summary:
      'Count that somebody opened a secret link. Messengers that only fetch its address do not call it',
    body: z.strictObject({ token: linkToken }),
    limits: guessLimit('shared-photos'),
    response: done,
  }),
  sharedImage: endpoint('GET /photo-links/pictures/:name', {
    access: 'public',
    summary: 'Get a picture behind a secret link: thumb, preview or, if its owner allows it, original',
    params: z.strictObject({ name: z.string().max(40) }),
    query: z.strictObject({ auth: z.string().max(200) }),
    limits: [{ name: 'shared-picture', per: 'address', max: 6_000, minutes: 10 }],
    raw: true,
  }),
};

export const photoLinkListEndpoints = listEndpoints(photoLinkList, {
  row: photoLinkRow,
  access: 'customers',
  tag,
});

export const linkPreviewEndpoints = {
  linkImage: endpoint('GET /link-pictures/:kind/:key', {
    access: 'public',
    tag: 'Link previews',
    summary:
      'Get the picture (1200 x 630) that messengers show for a shared link: names and a price, no photo',
    params: z.strictObject({
      kind: z.enum(['album', 'pool', 'poster']),
      key: z.string().regex(/^[\w-]{6,64}$/),
    }),
    query: z.strictObject({ language: z.enum(LANGUAGES).default('en') }),
    limits: [{ name: 'link-picture', per: 'address', max: 600, minutes: 10 }],
    raw: true,
  }),
};
