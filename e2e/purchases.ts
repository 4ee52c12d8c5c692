import { expect, type Page } from '@playwright/test';

export type SoldAlbum = { id: number; uuid: string; team_name: string; program_name: string };

export const nameOf = ({ program_name, team_name }: SoldAlbum) => `${program_name} ${team_name}`.trim();

export async function callAs(page: Page, method: string, path: string, data?: unknown) {
  const token = await page.evaluate<string>('localStorage.ACCESS_TOKEN');
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    data,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Finds albums with photos and saves them for the customer. */
export async function saveAlbums(page: Page, count: number): Promise<(SoldAlbum & { foundId: number })[]> {
  const events: { id: number }[] = await callAs(page, 'GET', '/events');
  const ids = events.map(({ id }) => id).join(',');
  const albums: (SoldAlbum & { images_count: number; events: { id: number }[] })[] = await callAs(
    page,
    'GET',
    `/albums?events_in=${ids}`,
  );
  const chosen = albums.filter((album) => album.images_count > 3).slice(0, count);
  expect(chosen).toHaveLength(count);
  const saved = [];
  for (const album of chosen) {
    const event = album.events[0]?.id;
    const found = await callAs(page, 'POST', '/user-found-albums', { album: album.id, event });
    saved.push({ ...album, foundId: found.id });
  }
  return saved;
}

/** Views albums once as the logged-in user, because only viewed albums can be bought. */
export async function viewAlbums(page: Page, count: number): Promise<SoldAlbum[]> {
  const albums = await saveAlbums(page, count);
  for (const { foundId } of albums) await callAs(page, 'GET', `/user-found-albums/${foundId}/view`);
  return albums;
}

/** The title of the screen after paying. */
export const BOUGHT_TITLE = /^(It’s|They’re|All \d+ are) yours/;

const NUMBERS = {
  succeeds: '4242424242424242',
  bankAsks: '4000000000003220',
  declined: '4000000000000002',
  declinedLater: '4000000000000341',
};

export async function typeCard(page: Page, kind: keyof typeof NUMBERS): Promise<void> {
  await page.getByLabel('Card number').fill(NUMBERS[kind]);
  await page.getByRole('textbox', { name: 'Expires' }).fill('12/40');
  await page.getByLabel('Security code').fill('123');
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });
