import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { Image, UserFoundAlbum } from '#contract/entities/album.ts';
import { VIEW_MINUTES } from '#contract/rules/albums.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { readSession, subscribeToSession, useUser } from '#web/lib/session.ts';
import { keepMyAlbum, myAlbumsQuery } from './my-albums.query.ts';

// A pass is what one used view gives: the photos and their token. It is kept for this tab, so that a reload
// within the half hour uses no second view.

export type ViewPass = { images: Image[]; token: string; expiresAt: number };

const PREFIX = 'ALBUM_VIEW';
const VIEW_MS = VIEW_MINUTES * 60 * 1000;

const keyOf = (userId: number, albumId: number) => `${PREFIX}:${userId}:${albumId}`;

/** The token starts with `<issued>-<expiry>` in seconds, in base 36; otherwise the half hour counts from now. */
export function expiryOf(token: string, now = Date.now()): number {
  const [life = ''] = token.split('.');
  const expiresAt = Number.parseInt(life.split('-')[1] ?? '', 36) * 1000;
  const isPlausible = expiresAt > now && expiresAt <= now + 2 * VIEW_MS;
  return isPlausible ? expiresAt : now + VIEW_MS;
}

function removePasses(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
}

let isWatchingLogout = false;

function forgetAtLogout(): void {
  if (isWatchingLogout) return;
  isWatchingLogout = true;
  subscribeToSession(() => {
    if (!readSession().token) removePasses();
  });
}

export function readPass(userId: number, albumId: number, now = Date.now()): ViewPass | undefined {
  try {
    const pass = JSON.parse(sessionStorage.getItem(keyOf(userId, albumId)) ?? 'null') as ViewPass | null;
    return pass && pass.expiresAt > now ? pass : undefined;
  } catch {
    return undefined;
  }
}

/** Full storage drops older passes; without storage the pass lives in memory only. */
export function keepPass(userId: number, albumId: number, pass: ViewPass): void {
  const text = JSON.stringify(pass);
  const store = () => sessionStorage.setItem(keyOf(userId, albumId), text);
  try {
    forgetAtLogout();
    store();
  } catch {
    try {
      removePasses();
      store();
    } catch {
      // Without storage the page keeps the pass in memory.
    }
  }
}

type ViewedAlbum = ResponseOf<typeof foundAlbumEndpoints.viewAlbum>;

const running = new Map<number, Promise<ViewedAlbum>>();

/** Clicks during a call share it, and a failed call is never repeated, because it may have used a view. */
function spendView(foundAlbumId: number): Promise<ViewedAlbum> {
  const call =
    running.get(foundAlbumId) ??
    callApi(foundAlbumEndpoints.viewAlbum, {
      params: { id: foundAlbumId },
      query: { resume: 'true' },
    }).finally(() => running.delete(foundAlbumId));
  running.set(foundAlbumId, call);
  return call;
}

function keepView(client: QueryClient, userId: number, viewed: ViewedAlbum): ViewPass {
  const { images, temp_jwt, ...found } = viewed;
  const pass = { images, token: temp_jwt, expiresAt: expiryOf(temp_jwt) };
  keepPass(userId, found.album.id, pass);
  keepMyAlbum(client, found);
  return pass;
}

export function useSpendView({ id }: UserFoundAlbum, onOpened: (pass: ViewPass) => void) {
  const client = useQueryClient();
  const user = useUser();
  return useMutation({
    mutationFn: () => spendView(id),
    onSuccess: (viewed) => onOpened(keepView(client, user.id, viewed)),
    onError: (error) => {
      // Another tab or device used the remaining views, so the count shown here was stale.
      if (isApiError(error, 'views_exceeded')) {
        void client.invalidateQueries({ queryKey: myAlbumsQuery.queryKey });
      }
    },
  });
}

/** An album can be bought once it was viewed, so whoever chose to buy it on its public page uses one view. */
export async function viewToBuy(client: QueryClient, found: UserFoundAlbum): Promise<void> {
  const { user } = readSession();
  if (!user || found.owned || found.user_album_views.length > 0) return;
  keepView(client, user.id, await spendView(found.id));
}
