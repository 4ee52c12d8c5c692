// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { type PhotoLink, photoLinkEndpoints, type SharedPhotos } from '#contract/endpoints/photo-links.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answer, answerCalls, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildFoundAlbum, buildImage } from '#web/testing/demo-albums.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { observeSize } from '#web/testing/element-sizes.ts';
import { openSite, renderSite } from '#web/testing/render-site.tsx';

const IMAGES = [buildImage(11), buildImage(12)];
const SHARED: SharedPhotos = {
  title: 'Northshore Elite Royals',
  event: '2026 Crown Series Grand Nationals, Denver, CO',
  owner_first_name: 'Dana',
  images: IMAGES,
  downloads: false,
  ends_at: '2090-12-16T10:00:00.000Z',
  auth: 'a.b.c',
};
const LINK: PhotoLink = {
  id: 4,
  album: 3,
  label: 'Grandma',
  title: 'Northshore Elite Royals',
  photos: 1,
  downloads: false,
  covers_others: false,
  created_at: '2026-11-16T10:00:00.000Z',
  ends_at: '2090-12-16T10:00:00.000Z',
  times_opened: 0,
  last_opened_at: null,
  status: 'works',
};
const TOKEN = `1-${Math.ceil((Date.now() + 1_800_000) / 1000).toString(36)}.7.o.signature`;
const BOX = { width: 390, height: 600, top: 0, left: 0, right: 390, bottom: 600 };

beforeEach(() => {
  observeSize(BOX);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(BOX as DOMRect);
});

test('a visitor without an account sees the photos and turns them, without a download', async () => {
  const fetches = answerCalls(
    answer(photoLinkEndpoints.openPhotoLink, SHARED),
    answer(photoLinkEndpoints.countOpening, { ok: true }),
  );
  renderSite('/shared/secret-1');
  expect(await screen.findByRole('heading', { name: 'Northshore Elite Royals' })).toBeTruthy();
  expect(screen.getByText(/Dana shared 2 photos with you/)).toBeTruthy();
  for (const call of [photoLinkEndpoints.openPhotoLink, photoLinkEndpoints.countOpening])
    expect(bodiesSentTo(fetches, call)).toEqual([{ token: 'secret-1' }]);
  fireEvent.click(await screen.findByRole('button', { name: 'Photo 1 of 2' }));
  const photo = await screen.findByRole('dialog');
  expect(within(photo).queryByRole('link', { name: 'Download' })).toBeNull();
  fireEvent.click(within(photo).getByRole('button', { name: 'Next photo' }));
  expect(await within(photo).findByText(/2 of 2/)).toBeTruthy();
  const address = within(photo).getByRole('img').getAttribute('src') ?? '';
  expect(address).toContain('/photo-links/pictures/12.preview?auth=');
  expect(address).not.toContain('secret-1');
});

test('a visit counts once, also if the photos are asked for again and the answer is late', async () => {
  let isReached = true;
  const fetches = answerCalls(
    answer(photoLinkEndpoints.openPhotoLink, () => (isReached ? SHARED : errorAnswer(404, 'not_found'))),
    answer(photoLinkEndpoints.countOpening, { ok: true }),
  );
  renderSite('/shared/secret-1');
  expect(await screen.findByRole('heading', { name: 'Northshore Elite Royals' })).toBeTruthy();
  for (const next of [false, true]) {
    isReached = next;
    await act(() => queryClient.invalidateQueries({ queryKey: ['photo-links'] }));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  }
  expect(bodiesSentTo(fetches, photoLinkEndpoints.openPhotoLink)).toHaveLength(3);
  expect(bodiesSentTo(fetches, photoLinkEndpoints.countOpening)).toHaveLength(1);
});

test('an ended link says so', async () => {
  const fetches = answerCalls(answer(photoLinkEndpoints.openPhotoLink, errorAnswer(404, 'not_found')));
  renderSite('/shared/secret-1');
  expect(await screen.findByText('This link no longer works')).toBeTruthy();
  expect(bodiesSentTo(fetches, photoLinkEndpoints.countOpening)).toEqual([]);
});

/** The page of an album with two photos, opened by its owner or by somebody else. */
function openAlbumPage(isOwned = true, links: () => PhotoLink[] = () => []) {
  const found = buildFoundAlbum(3, { owned: isOwned });
  const { fetches } = openSite('/user-album/3', buildUser(), [
    answer(foundAlbumEndpoints.myAlbums, {
      found: isOwned ? [] : [found],
      owned: isOwned ? [found] : [],
      owned_images: [],
    }),
    answer(catalogueEndpoints.getAlbum, {
      ...found.album,
      events: [found.event],
      images: IMAGES,
      temp_jwt: TOKEN,
    }),
    answer(downloadEndpoints.myDownloads, { albums: [], photos: [] }),
    answer(photoLinkEndpoints.myPhotoLinks, links),
    answer(photoLinkEndpoints.makePhotoLink, { ...LINK, token: 'secret-2' }),
    answer(photoLinkEndpoints.endPhotoLink, { ...LINK, status: 'ended' }),
    answer(inviteEndpoints.listAlbumInvites, []),
  ]);
  return fetches;
}

test('one sheet sends the whole album to family, invites a parent, and stops a link that is out', async () => {
  const fetches = openAlbumPage(true, () => [
    { ...LINK, times_opened: 2 },
    { ...LINK, id: 5, album: 8 },
  ]);
  await screen.findByRole('button', { name: 'Select' });
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Share your 214 photos' }));
  fireEvent.click(sheet.getByRole('button', { name: /^Invite another parent.*They buy their own/s }));
  expect(await sheet.findByLabelText('Invite by email')).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Back' }));
  fireEvent.click(sheet.getByRole('button', { name: /^Send to family.*Free for them, no account/s }));
  fireEvent.click(await sheet.findByRole('button', { name: 'Create link' }));
  expect(await sheet.findByText(/\/shared\/secret-2$/)).toBeTruthy();
  expect(bodiesSentTo(fetches, photoLinkEndpoints.makePhotoLink)).toEqual([
    { album: 3, label: '', days: 30, downloads: false, covers_others: false },
  ]);
  fireEvent.click(sheet.getByRole('button', { name: 'Back' }));
  expect(await sheet.findByText('1 family link is out: Grandma, opened twice')).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'See or stop' }));
  fireEvent.click(await sheet.findByRole('button', { name: 'Stop the link to Grandma' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Stop link' }));
  await waitFor(() =>
    expect(fetches.mock.calls.some(([address]) => address.endsWith('/photo-links/4/end'))).toBe(true),
  );
});

test('who does not own the photos can only invite to the previews', async () => {
  openAlbumPage(false);
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Invite another parent' }));
  expect(sheet.getByLabelText('Invite by email')).toBeTruthy();
  expect(sheet.queryByRole('button', { name: 'Back' })).toBeNull();
  expect(sheet.queryByText(/family/)).toBeNull();
});

test('an owner selects photos and gets a link that is shown once', async () => {
  const fetches = openAlbumPage();
  fireEvent.click(await screen.findByRole('button', { name: 'Select' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Photo 2 of 2' }));
  const bar = within(await screen.findByRole('region', { name: 'Selected photos' }));
  fireEvent.click(await bar.findByRole('button', { name: 'Share' }));
  expect(await screen.findByRole('dialog', { name: 'Share your photo' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Send to family/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Create link' }));
  expect(await screen.findByText(/\/shared\/secret-2$/)).toBeTruthy();
  expect(bodiesSentTo(fetches, photoLinkEndpoints.makePhotoLink)).toEqual([
    { album: 3, images: [12], label: '', days: 30, downloads: false, covers_others: false },
  ]);
});

test('the profile lists the links, and one is ended after a question', async () => {
  let status: PhotoLink['status'] = 'works';
  const { fetches } = openSite('/user-profile', buildUser(), [
    answer(photoLinkEndpoints.myPhotoLinks, () => [{ ...LINK, status }]),
    answer(photoLinkEndpoints.endPhotoLink, () => {
      status = 'ended';
      return { ...LINK, status };
    }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Stop the link to Grandma' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Stop link' }));
  await waitFor(() =>
    expect(fetches.mock.calls.some(([address]) => address.endsWith('/photo-links/4/end'))).toBe(true),
  );
  expect(await screen.findByText('Stopped')).toBeTruthy();
});
