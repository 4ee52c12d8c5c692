import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { type Attack, type Attacker, createAttacker, registerProven, buyAlbum, listPhotographed } from '#proofs/attack/attacker.ts';

const DOWNLOADS_ALLOWED = 15;
const TRIES = 18;
const LEFT_OFF = 23;

export const rangeTrick: Attack = {
  name: 'The range trick leaves off the last 23 bytes of every download',
  before: 'downloads without end, none counted',
  async play(site) {
    const attacker = createAttacker(site);
    await registerProven(attacker);
    const [album] = await listPhotographed(attacker);
    if (!album) throw new Error('there are no albums with photos');
    await buyAlbum(attacker, album);
    const { body: mine } = await attacker.call(downloadEndpoints.myDownloads);
    const owned = mine.albums[0]?.id ?? 0;
    let [whole, etag] = [0, ''];
    for (let i = 0; i < TRIES; i++) {
      const link = await prepareLink(attacker, owned);
      if (!link) break;
      const last = link.size_bytes - 1 - LEFT_OFF;
      etag ||= await readEtag(attacker, link.url);
      const part = await attacker.fetch(link.url, { range: `bytes=0-${last}`, 'if-range': etag });
      if (part.ok && (await part.arrayBuffer()).byteLength > last) whole += 1;
    }
    if (whole === 0) throw new Error('not even the first download came');
    return { got: `${whole} of ${TRIES} downloads`, isTooMuch: whole > DOWNLOADS_ALLOWED };
  },
};

async function readEtag(attacker: Attacker, url: string): Promise<string> {
  const answer = await attacker.fetch(url);
  await answer.body?.cancel();
  return answer.headers.get('etag') ?? '';
}

/** The first request of an album prepares its zip. */
async function prepareLink(attacker: Attacker, id: number) {
  for (let i = 0; i < 100; i++) {
    const link = await attacker.call(downloadEndpoints.downloadAlbum, { params: { id } });
    if (link.status === 200) return link.body;
    if (link.status !== 202) return undefined;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return undefined;
}
