import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { HIDDEN_AT_ONCE, moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { DEFAULT_SITE_SETTINGS } from '#contract/endpoints/settings.ts';
import { CARD_ATTEMPT_LIMITS } from '#contract/rules/cards.ts';
import { formatCents } from '#contract/rules/money.ts';
import {
  type Attack,
  type Attacker,
  arrive,
  buyAlbum,
  findPhotographed,
  listPhotographed,
  logInClerk,
  type Outcome,
  openAlbum,
  type PublishedAlbum,
  type Site,
} from '#proofs/attack/attacker.ts';

const STOLEN_CARDS = 40;
const TRIES_OF_ONE_CARD = 25;

export const cardTester: Attack = {
  name: 'The card tester tries stolen cards',
  before: `all ${STOLEN_CARDS} cards answered from one new account, one card ${TRIES_OF_ONE_CARD} times`,
  async run(site) {
    const first = await arrive(site);
    let answered = 0;
    for (let i = 0; i < STOLEN_CARDS; i++) {
      const body = { token: 'pm_card_visa_chargeDeclined' };
      if ((await first.call(paymentEndpoints.addPaymentMethod, { body })).status === 402) answered += 1;
    }
    const second = await arrive(site);
    const album = await findPhotographed(second);
    await openAlbum(second, album);
    const card = await second.call(paymentEndpoints.addPaymentMethod, {
      body: { token: 'pm_card_chargeCustomerFail' },
    });
    const quote = await second.call(paymentEndpoints.quotePayment, { body: { albumId: album.id } });
    const order = {
      albumId: album.id,
      paymentMethodId: card.body.id,
      amount: quote.body.total,
      facial: false,
    };
    let tried = 0;
    for (let i = 0; i < TRIES_OF_ONE_CARD; i++) {
      if ((await second.call(paymentEndpoints.payForAlbum, { body: order })).status === 402) tried += 1;
    }
    return {
      got: `${answered} of ${STOLEN_CARDS} cards answered, one card ${tried} times, then 429`,
      isTooMuch: answered > CARD_ATTEMPT_LIMITS.account.block || tried > CARD_ATTEMPT_LIMITS.card.block,
    };
  },
};

const DOWNLOADS_ALLOWED = 15;
const TRIES = 18;
const LEFT_OFF = 23;

export const rangeTrick: Attack = {
  name: 'The range trick leaves off the last 23 bytes of every download',
  before: 'downloads without end, none counted',
  async run(site) {
    const attacker = await arrive(site);
    const album = await findPhotographed(attacker);
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

type Variant = 'original' | 'preview';

export const swapper: Attack = {
  name: 'The swapper takes the originals one by one and swaps the album',
  before: 'two albums for the price of one',
  run: (site) => takeAndSwap(site, 'original'),
};

export const previewSwapper: Attack = {
  name: 'The swapper takes the previews without a watermark and swaps the album',
  before: 'two albums for the price of one, one of them in preview size',
  run: (site) => takeAndSwap(site, 'preview'),
};

async function takeAndSwap(site: Site, variant: Variant): Promise<Outcome> {
  const attacker = await arrive(site);
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

const ACCOMPLICES = 3;
const ALBUMS_EACH = 2;

export const supportClerk: Attack = {
  name: 'The support clerk refunds their own album, and many albums of friends',
  before: 'money and photos, and $837.90 for friends in several calls',
  async run(site) {
    const clerk = await logInClerk(site);
    const [, , album] = await listPhotographed(clerk);
    if (!album) throw new Error('there are no albums with photos');
    const { order } = await buyAlbum(clerk, album);
    const own = await refund(clerk, order.key);
    const limitCents = DEFAULT_SITE_SETTINGS.refund_second_person_cents;
    const cents = await refundFriends(site, clerk);
    return {
      got: `${own.status === 200 ? 'a refund of their own order' : `nothing (${own.code})`}; ${formatCents(cents)} for friends, then a second person decides`,
      isTooMuch: own.status === 200 || cents > limitCents,
    };
  },
};

const refund = (clerk: Attacker, key: string) =>
  clerk.call(refundEndpoints.refundOrder, { params: { id: key }, body: { memo: 'They are lovely' } });

/** Several people buy, and the clerk refunds all of it in small calls that are sent at the same moment. */
async function refundFriends(site: Site, clerk: Attacker): Promise<number> {
  const keys: string[] = [];
  for (let i = 0; i < ACCOMPLICES; i++) {
    const friend = await arrive(site);
    for (const album of (await listPhotographed(friend)).slice(0, ALBUMS_EACH)) {
      keys.push((await buyAlbum(friend, album)).order.key);
    }
  }
  const answers = await Promise.all(keys.map((key) => refund(clerk, key)));
  return answers.reduce((sum, { status, body }) => (status === 200 ? sum + body.amount : sum), 0);
}

const REPORTS = 8;

export const vandal: Attack = {
  name: 'The vandal hides photos with privacy reports of a fresh account',
  before: '19 photos hidden from everybody',
  async run(site) {
    const attacker = await arrive(site);
    // The album with the most photos is last.
    const album = (await listPhotographed(attacker)).at(-1);
    if (!album) throw new Error('there are no albums with photos');
    const { images, album: shown } = await openAlbum(attacker, album);
    const ids = images.map(({ id }) => id);
    const opened = await hide(attacker, album, ids.slice(0, REPORTS));
    const { program_name, team_name, division_name } = shown;
    await attacker.call(foundAlbumEndpoints.addSubscription, {
      body: { program_name, team_name, division_name },
    });
    const followed = await hide(attacker, album, ids.slice(-REPORTS));
    return {
      got: `${opened} photos of an album that was opened, ${followed} of a team that is followed`,
      isTooMuch: opened > 0 || followed > HIDDEN_AT_ONCE.person.perDay,
    };
  },
};

/** Returns how many photos were hidden at once. */
async function hide(attacker: Attacker, album: PublishedAlbum, images: readonly number[]): Promise<number> {
  const { body: me } = await attacker.call(accountEndpoints.me);
  let hidden = 0;
  for (const image of images) {
    const body = {
      image,
      album: album.id,
      event: album.event,
      user: me.id,
      type: 'privacy',
      memo: '',
    } as const;
    const answer = await attacker.call(moderationEndpoints.reportPhoto, { body });
    if (answer.status !== 200) throw new Error(`reporting failed: ${answer.status} ${answer.code}`);
    if (!answer.body.staff_first) hidden += 1;
  }
  return hidden;
}
