import { expect, test } from 'vitest';
import { type PhotoLinkRecord, toWirePhotoLinkRow } from './photo-links.ts';

const record: PhotoLinkRecord = {
  id: 1,
  userId: 2,
  userName: 'Riley Demo',
  label: '',
  albumId: 3,
  title: 'Team',
  eventId: 4,
  eventName: 'Event',
  photos: 1,
  allowsDownloads: false,
  createdAt: '2026-11-15 02:36:00+00',
  endsAt: '2026-11-17 14:00:00.12+00',
  endedAt: null,
  lastOpenedAt: null,
};

test.each([
  ['2026-11-17T14:00:00.119Z', 'works'],
  ['2026-11-17T14:00:00.120Z', 'expired'],
  ['2026-11-17T14:00:00.125Z', 'expired'],
])('a link that ends at .12 of a second, at %s: %s', (now, status) => {
  expect(toWirePhotoLinkRow(record, new Date(now)).status).toBe(status);
});
