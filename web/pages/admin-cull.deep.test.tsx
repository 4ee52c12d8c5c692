// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { type CulledPhoto, cullingEndpoints } from '#contract/endpoints/culling.ts';
import { saving } from '#web/features/culling/save-queue.ts';
import { answer } from '#web/testing/answers.ts';
import {
  buildBurst,
  buildCulledPhoto,
  buildCullingAlbum,
  buildPhotoAction,
} from '#web/testing/demo-culling.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { openSite } from '#web/testing/render-site.tsx';

const staff = buildUser({ type: 'customer_support' });

/** 20 photos: bursts of 6, 5 and 3, and six single photos. */
const SCENE = [6, 1, 1, 5, 1, 1, 1, 3, 1] as const;

test('an album of 1,000 photos takes 508 keys', async () => {
  giveElementsASize();
  const photos: CulledPhoto[] = [];
  const sizes = Array.from({ length: 50 }, () => SCENE).flat();
  for (const size of sizes)
    photos.push(
      ...(size === 1 ? [buildCulledPhoto(photos.length + 1)] : buildBurst(photos.length + 1, size)),
    );
  expect(photos).toHaveLength(1_000);
  openSite('/admin/albums/7/cull', staff, [
    answer(catalogueEndpoints.listAdminAlbums, []),
    answer(cullingEndpoints.listCulledPhotos, buildCullingAlbum(photos)),
    answer(cullingEndpoints.listPhotoActions, []),
    answer(cullingEndpoints.cullPhotos, ({ body }) =>
      buildPhotoAction(body.key, body.action, body.images.length),
    ),
    answer(cullingEndpoints.undoPhotoAction, buildPhotoAction('undone', 'keep', 1)),
  ]);
  await screen.findByRole('heading', { name: 'Northshore Royals' });
  let keys = 0;
  const type = async (key: string, options?: object) => {
    fireEvent.keyDown(document.body, { key, ...options });
    keys += 1;
    await act(async () => undefined);
  };
  for (const [place, size] of sizes.entries()) {
    // Every sixth burst has a better frame than the sharpest, every tenth is worth nothing, and a fifth of the single
    // photos go. One decision in fifty is a slip.
    const decide = async () => {
      if (size === 1) return type(place % 5 === 0 ? 'x' : 'k');
      if (place % 10 === 0) return type('X', { shiftKey: true });
      if (place % 6 === 0) await type('ArrowUp');
      return type('b');
    };
    await decide();
    if (place % 50 !== 49) continue;
    await type('u');
    await decide();
  }
  expect(screen.getByText('left').textContent).toBe('0 left');
  expect(keys).toBe(508);
  await waitFor(() => expect(saving.read().entries).toEqual([]), { timeout: 30_000 });
});
