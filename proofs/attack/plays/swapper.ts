import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { type Attack, type Outcome, createAttacker, registerProven, type Site, buyAlbum, listPhotographed, openAlbum } from '#proofs/attack/attacker.ts';

type Taking = { name: string; before: string; variant: 'original' | 'preview' };

export const swapper = swapAfter({
  name: 'The swapper takes the originals one by one and swaps the album',
  before: 'two albums for the price of one',
  variant: 'original',
});

export const previewSwapper = swapAfter({
  name: 'The swapper takes the previews without a watermark and swaps the album',
  before: 'two albums for the price of one, one of them in preview size',
  variant: 'preview',
});

function swapAfter({ name, before, variant }: Taking): Attack {
  return {
    name,
    before,
    play: (site) => takeAndSwap(site, variant),
  };
}

async function takeAndSwap(site: Site, variant: Taking['variant']): Promise<Outcome> {
  const attacker = createAttacker(site);
  await registerProven(attacker);
  const [first, second] = await listPhotographed(attacker);
  if (!first || !second) throw new Error('there are no albums with photos');
  const { line } = await buyAlbum(attacker, first);
  const { images, temp_jwt } = await openAlbum(attacker, first);
  let taken = 0;
  for (const { id } of images) {
    const answer = await attacker.fetch(`/api/images/${first.uuid}/${id}.${variant}?auth=${temp_jwt}`);
    if (answer.ok && (await answer.arrayBuffer()).byteLength > 0) taken += 1;
  }
  await openAlbum(attacker, second);
  const swapped = await attacker.call(refundEndpoints.swapAlbumPayment, {
    body: { album_payment_id: line, album_id: second.id },
  });
  const { body } = await attacker.call(downloadEndpoints.myDownloads);
  const owned = body.albums.length;
  return {
    got: `${taken} ${variant}s of one album, swap ${swapped.status === 200 ? 'granted' : 'refused'}, ${owned} album owned`,
    isTooMuch: taken === 0 || swapped.status === 200,
  };
}
