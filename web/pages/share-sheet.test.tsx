// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import { safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import { answer, answerCalls, errorAnswer } from '#web/testing/answers.ts';
import { buildAlbum, buildEvent, buildImage } from '#web/testing/demo-albums.ts';
import { buildDownload } from '#web/testing/demo-orders.ts';
import { renderPart } from '#web/testing/render-part.tsx';
import { ShareSheet, type ShareSheetProps } from './share-sheet.tsx';

const album = buildAlbum(3, { images_count: 3 });
const images = [buildImage(31), buildImage(32), buildImage(33)];

function open(props: Partial<ShareSheetProps> = {}) {
  const calls = answerCalls(
    answer(siteEndpoints.getSite, errorAnswer(500, 'internal_error')),
    answer(photoLinkEndpoints.myPhotoLinks, []),
    answer(downloadEndpoints.myDownloads, {
      albums: [buildDownload({ ...album, events: [buildEvent()] })],
      photos: [],
    }),
    answer(catalogueEndpoints.getAlbum, { ...album, events: [buildEvent()], images, temp_jwt: 'token' }),
    answer(safeShareEndpoints.getSafePhoto, errorAnswer(404, 'not_found')),
  );
  renderPart(<ShareSheet album={album} {...props} onClose={() => undefined} />);
  return calls;
}

const press = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

test('whoever bought an album has all three choices, and picks the photo to share safely', async () => {
  const calls = open();
  for (const name of [/^Send to family/, /^Share safely.*One photo at a time/, /^Invite another parent/]) {
    expect(await screen.findByRole('button', { name })).toBeTruthy();
  }
  await press(/^Share safely/);
  await press(/^Photo 2 of 3$/);
  await vi.waitFor(() =>
    expect(calls.mock.calls.map(([address]) => address)).toContain('/api/photos/32/faces'),
  );
});

test('of a selection only its photos can be picked', async () => {
  const calls = open({ imageIds: [31, 33] });
  await press(/^Share safely/);
  await press(/^Photo 2 of 2$/);
  await vi.waitFor(() =>
    expect(calls.mock.calls.map(([address]) => address)).toContain('/api/photos/33/faces'),
  );
});

test('a photo that was just bought is shown without watermark, which only its preview is by then', async () => {
  open({ shown: { image: buildImage(31), token: 'token' } });
  const row = await screen.findByRole('button', { name: /^Send to family/ });
  expect(row.querySelector('img')?.getAttribute('src')).toContain('/31.preview?');
});
