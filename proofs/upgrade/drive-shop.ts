import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { tusUploads } from '#server/testing/uploads.ts';
import {
  type Attacker,
  buyAlbum,
  createAttacker,
  type PublishedAlbum,
  photographedAlbums,
  register,
  type Site,
} from '../attack/attacker.ts';
import { eventually } from '../site.ts';

const PATIENCE_SECONDS = 120;
const UPLOADED = 6;

export type Done = Record<'registered' | 'followed' | 'bought' | 'downloaded' | 'uploaded' | 'live', number>;

/** Customers use the demo shop at the same time and do everything once, while staff upload photos. */
export async function driveShop(site: Site, customers: number): Promise<Done> {
  const done: Done = { registered: 0, followed: 0, bought: 0, downloaded: 0, uploaded: 0, live: 0 };
  const visitor = createAttacker(site);
  await register(visitor);
  const albums = await photographedAlbums(visitor, 3);
  const uploading = uploadAsStaff(site, albums[0] as PublishedAlbum, done);
  const shopping = Array.from({ length: customers }, (_, index) =>
    shop(site, albums[index % albums.length] as PublishedAlbum, done),
  );
  await Promise.all([uploading, ...shopping]);
  return done;
}

async function shop(site: Site, album: PublishedAlbum, done: Done): Promise<void> {
  const customer = createAttacker(site);
  await register(customer);
  done.registered += 1;
  const live = await customer.fetch('/api/live');
  if (live.status !== 200) throw new Error(`no live events: ${live.status}`);
  const followed = await customer.call(foundAlbumEndpoints.addSubscription, {
    body: { program_name: 'Thunder', team_name: 'Blue', division_name: 'Senior' },
  });
  if (followed.status !== 200) throw new Error(`following failed: ${followed.status} ${followed.code}`);
  done.followed += 1;
  await buyAlbum(customer, album);
  done.bought += 1;
  const events = (await live.body?.getReader().read())?.value;
  if (events) done.live += 1;
  await download(site, customer);
  done.downloaded += 1;
}

async function download(site: Site, customer: Attacker): Promise<void> {
  const { albums } = (await customer.call(downloadEndpoints.myDownloads)).body;
  const id = albums[0]?.id;
  if (id === undefined) throw new Error('the purchase gave no download');
  const url = await eventually('a zip', PATIENCE_SECONDS, async () => {
    const { status, body, code } = await customer.call(downloadEndpoints.downloadAlbum, { params: { id } });
    if (status >= 400) throw new Error(`the download failed: ${status} ${code}`);
    return status === 200 ? body.url : undefined;
  });
  const zip = await fetch(new URL(url, site.address));
  if (zip.status !== 200 || (await zip.arrayBuffer()).byteLength === 0) throw new Error('the zip is empty');
}

async function uploadAsStaff(site: Site, album: PublishedAlbum, done: Done): Promise<void> {
  const staff = createAttacker(site);
  const { body: session } = await staff.call(accountEndpoints.logIn, {
    body: { identifier: 'super@encore.test', password: 'encore-demo' },
  });
  staff.token = session.jwt;
  const { body: batch } = await staff.call(ingestEndpoints.openBatch, {
    body: { event: album.event, album: album.id, total_files: UPLOADED },
  });
  const uploads = tusUploads(
    () => site.address,
    () => ({ authorization: `Bearer ${session.jwt}` }),
  );
  for (let file = 0; file < UPLOADED; file += 1) {
    const photo = await makePhoto({ width: 300 + file, height: 200 });
    const path = await uploads.begin(batch.id, photo.length, `${file}.jpg`);
    const half = Math.floor(photo.length / 2);
    for (const [from, to] of [[0, half] as const, [half, photo.length] as const]) {
      const { status } = await uploads.patch(path, from, photo.subarray(from, to));
      if (status !== 204) throw new Error(`an upload was answered with ${status}`);
    }
  }
  await eventually('the uploaded photos', PATIENCE_SECONDS, async () => {
    const { body } = await staff.call(ingestEndpoints.getBatch, { params: { id: batch.id } });
    return body.finished ? true : undefined;
  });
  done.uploaded += UPLOADED;
}
