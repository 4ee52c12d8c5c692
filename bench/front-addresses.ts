import { setTimeout as sleep } from 'node:timers/promises';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { ANYONE, issueImageToken, issueThumbToken } from '#server/platform/image-tokens.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import type { BenchApp } from './bench-app.ts';
import { heldAlbum } from './held-album.ts';

export const THUMB_BYTES = 10_000;
const COUNT = 160;
const ENDS_WITHIN_SECONDS = 5;
/** Until what nginx and Encore remember of a right is old. */
const SETTLED_MS = (ENDS_WITHIN_SECONDS + 1) * 1000;

export async function writeThumbs({ context }: BenchApp, uuid: string, count: number): Promise<void> {
  for (let id = 1; id <= count; id++) {
    for (const variant of ['thumb', 'clean-thumb'] as const) {
      await context.storage.put(derivativeKey(uuid, id, variant), Buffer.alloc(THUMB_BYTES, variant));
    }
  }
}

/** Tries addresses that a front server must serve or refuse as Encore does. Returns the number of broken rules. */
export async function tryAddresses(
  bench: BenchApp,
  { port, userId, isFromDisk }: { port: number; userId: number; isFromDisk: boolean },
): Promise<number> {
  const { context } = bench;
  let broken = 0;
  const check = (isTrue: boolean, rule: string) => {
    if (!isTrue) broken += 1;
    console.log(`${isTrue ? 'ok  ' : 'FAIL'} ${rule}`);
  };
  const uuid = await heldAlbum(bench, userId);
  await writeThumbs(bench, uuid, COUNT);
  const grant = { folderUuid: uuid, userId, scope: { kind: 'previews' as const } };
  const token = issueImageToken(context, grant, 60);
  const everyone = issueThumbToken(context, { folderUuid: uuid, userId: ANYONE, imageIds: [7, 9] });
  const someThumbs = issueThumbToken(context, { folderUuid: uuid, userId, imageIds: [12, 150] });
  const pathOf = (id: number, auth = token, album = uuid) => `/api/images/${album}/${id}.thumb?auth=${auth}`;
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const kind = ['thumb', 'clean-thumb'].find((variant) => bytes.equals(Buffer.alloc(THUMB_BYTES, variant)));
    return { status: answer.status, kind, headers: answer.headers };
  };
  const statusOf = async (path: string) => (await ask(path)).status;
  const endsInTime = async (path: string) => {
    const deadline = performance.now() + ENDS_WITHIN_SECONDS * 1000;
    while (performance.now() < deadline) {
      if ([403, 404].includes(await statusOf(path))) return true;
      await sleep(100);
    }
    return false;
  };

  const open = await ask(pathOf(7));
  check(open.status === 200 && open.kind === 'thumb', 'a viewer gets the watermarked thumb');
  const cache = open.headers.get('cache-control') ?? '';
  check(/^private, max-age=1[78]\d\d$/.test(cache), 'only the browser of the viewer keeps it');
  if (isFromDisk) check(!open.headers.has('x-picture-rendition'), 'it does not come from Encore');
  check((await statusOf(pathOf(150, someThumbs))) === 200, 'a token for some thumbs opens these');
  for (const id of [15, 2, 50]) {
    check(
      (await statusOf(pathOf(id, someThumbs))) === 403,
      `thumb ${id} is refused to a token for 12 and 150`,
    );
  }
  const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  check((await statusOf(pathOf(7, altered))) === 403, 'an altered token is refused');
  check((await statusOf(pathOf(7, ''))) === 401, 'an address without a token is refused');
  const other = uuid.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  check((await statusOf(pathOf(7, token, other))) === 403, 'a token is refused for another album');
  check(
    (await statusOf(pathOf(7, issueImageToken(context, grant, -1)))) === 403,
    'an expired token is refused',
  );
  const brief = issueImageToken(context, grant, 3 / 60);
  const wasOpen = (await statusOf(pathOf(8, brief))) === 200;
  check(wasOpen && (await endsInTime(pathOf(8, brief))), 'a token that expires meanwhile is refused');
  check(
    !(await ask('/picture-access')).headers.has('x-picture-rendition'),
    'visitors cannot ask about rights',
  );

  const { id: albumId } = await context.db
    .selectFrom('albums')
    .select('id')
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  const owned = await buildEntitlement(bench as never, { id: userId }, { id: albumId });
  await sleep(SETTLED_MS);
  check((await ask(pathOf(7))).kind === 'clean-thumb', 'whoever buys the album gets the clean thumb');
  check((await ask(pathOf(7, everyone))).kind === 'thumb', 'visitors still get the watermarked one');
  await context.db.deleteFrom('entitlements').where('id', '=', owned.id).execute();
  await sleep(SETTLED_MS);
  check((await ask(pathOf(7))).kind === 'thumb', 'whoever gave the album back gets the watermarked one');

  const publish = (publishedAt: Date | null) =>
    context.db.updateTable('albums').set({ publishedAt }).where('uuid', '=', uuid).execute();
  await publish(null);
  check(await endsInTime(pathOf(7)), `unpublishing closes thumbs within ${ENDS_WITHIN_SECONDS} seconds`);
  check(await endsInTime(pathOf(7, everyone)), 'for visitors too');
  await publish(new Date());
  await sleep(SETTLED_MS);
  check((await statusOf(pathOf(7))) === 200, 'publishing opens them again');
  return broken;
}
