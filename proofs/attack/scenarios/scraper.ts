import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import {
  type Attack,
  type Attacker,
  arrive,
  createAttacker,
  listAlbums,
  type PublishedAlbum,
  readMail,
  register,
  registerVerified,
  type Site,
} from '#proofs/attack/attacker.ts';

/** Accounts of today with an email provider that nobody has bought with have a third of the quota. */
const ALBUMS_A_DAY = 20;
const PROGRAMS_A_MONTH = 4;
const ACCOUNTS_OF_MAILBOX = 20;

export const scraper: Attack = {
  name: 'The scraper opens every album with one account',
  before: '180 of 180 albums, no verified address asked for',
  async run(site) {
    const unverified = createAttacker(site);
    await register(unverified);
    const verified = await arrive(site);
    const without = await openEverything([unverified]);
    const withVerification = await openEverything([verified]);
    const { opened, programs, known } = withVerification;
    return {
      got: `unverified ${without.opened}, verified ${opened} of ${known} albums of ${programs} programs`,
      isTooMuch: without.opened > 0 || opened > ALBUMS_A_DAY || programs > PROGRAMS_A_MONTH,
    };
  },
};

/** The burst of an account whose address is not verified. */
const UNVERIFIED_COVERS = 120;
const PUBLIC_COVER_WIDTH = 480;
const COVERS_WANTED = 600;

export const coverScraper: Attack = {
  name: 'The scraper collects covers without verifying an address',
  before: '576 covers of up to 1440 pixels, none of them marked or counted',
  async run(site) {
    const attacker = createAttacker(site);
    await register(attacker);
    const covers = (await listAlbums(attacker)).flatMap(({ uuid, cover, cover_auth }) =>
      cover.map(({ id }) => `/api/images/${uuid}/${id}.cover-1440?auth=${cover_auth}`),
    );
    let [got, widest] = [0, 0];
    // Tokens travel in the address, as in an <img>.
    attacker.token = undefined;
    for (let asked = 0; covers.length > 0 && asked < COVERS_WANTED; asked += 1) {
      const answer = await attacker.fetch(covers[asked % covers.length] ?? '');
      if (!answer.ok) continue;
      got += 1;
      const { width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      widest = Math.max(widest, width);
    }
    return {
      got: `${got} of ${COVERS_WANTED} covers of at most ${widest} pixels`,
      isTooMuch: got === 0 || got > UNVERIFIED_COVERS + 10 || widest > PUBLIC_COVER_WIDTH,
    };
  },
};

export const tagScraper: Attack = {
  name: 'The scraper opens every album with accounts of one mailbox',
  before: 'the previews of all programs, in 9 seconds',
  async run(site) {
    const name = randomBytes(8).toString('hex');
    const accounts: Attacker[] = [];
    for (let tag = 0; tag < ACCOUNTS_OF_MAILBOX; tag += 1) {
      const attacker = createAttacker(site);
      // A mailbox gets few accounts a day.
      const isRegistered = await registerVerified(attacker, `${name}+${tag}@example.test`).then(
        () => true,
        () => false,
      );
      if (isRegistered) accounts.push(attacker);
    }
    const { opened, programs, known } = await openEverything(accounts);
    return {
      got: `${accounts.length} accounts, ${opened} of ${known} albums of ${programs} programs`,
      isTooMuch: accounts.length === 0 || opened > ALBUMS_A_DAY || programs > PROGRAMS_A_MONTH,
    };
  },
};

export const variantScraper: Attack = {
  name: 'Two scrapers invite each other to what they opened',
  before: '24 programs instead of 12 for each of them',
  async run(site) {
    const pair: { attacker: Attacker; email: string }[] = [];
    for (let i = 0; i < 2; i += 1) {
      const attacker = createAttacker(site);
      pair.push({ attacker, email: await registerVerified(attacker) });
    }
    const [one, two] = pair as [(typeof pair)[number], (typeof pair)[number]];
    const first = await openEverything([one.attacker]);
    const second = await openEverything([two.attacker], new Set(first.programNames));
    for (const album of onePerProgram(first.albums))
      await share(site, { from: one.attacker, to: two, album });
    for (const album of onePerProgram(second.albums))
      await share(site, { from: two.attacker, to: one, album });
    const { programs: programsOfOne } = await openEverything([one.attacker]);
    const { programs: programsOfTwo } = await openEverything([two.attacker]);
    return {
      got: `${programsOfOne} and ${programsOfTwo} programs`,
      isTooMuch: programsOfOne > PROGRAMS_A_MONTH || programsOfTwo > PROGRAMS_A_MONTH,
    };
  },
};

export const unseenBuyer: Attack = {
  name: 'The buyer invites an address of their own to buy an album unseen',
  before: 'bought with no view',
  async run(site) {
    const attacker = createAttacker(site);
    const email = await registerVerified(attacker);
    const [album] = await listAlbums(attacker);
    if (!album) throw new Error('there are no albums');
    await attacker.call(foundAlbumEndpoints.findAlbum, { body: { album: album.id, event: album.event } });
    const invited: (string | undefined)[] = [];
    for (const own of [email, email.replace('@', '+me@')]) {
      const body = { albumId: album.id, email: own, albumUUID: album.uuid };
      invited.push((await attacker.call(inviteEndpoints.inviteToAlbum, { body })).code);
    }
    // A friend's invitation spares no view either.
    const friend = await arrive(site);
    await friend.call(foundAlbumEndpoints.findAlbum, { body: { album: album.id, event: album.event } });
    await share(site, { from: friend, to: { attacker, email }, album });
    const added = await attacker.call(orderEndpoints.addCartItem, { body: { album: album.id } });
    return {
      got: `${invited.join(' and ')}; into the cart: ${added.code ?? added.status}`,
      isTooMuch: invited.some((code) => code !== 'invite_to_self') || added.code !== 'view_before_purchase',
    };
  },
};

const programOf = ({ program_name }: PublishedAlbum) => program_name.trim().toLowerCase();

/** Each account tries what the ones before it did not get. */
async function openEverything(accounts: readonly Attacker[], except: ReadonlySet<string> = new Set()) {
  const [first] = accounts;
  if (!first) throw new Error('nobody opens anything');
  const known = await listAlbums(first);
  const opened = new Set<PublishedAlbum>();
  for (const attacker of accounts) {
    for (const album of known) {
      if (opened.has(album) || except.has(programOf(album))) continue;
      const found = await attacker.call(foundAlbumEndpoints.findAlbum, {
        body: { album: album.id, event: album.event },
      });
      if (found.status !== 200) continue;
      const view = await attacker.call(foundAlbumEndpoints.viewAlbum, { params: { id: found.body.id } });
      if (view.status === 200) opened.add(album);
    }
  }
  const programNames = new Set([...opened].map(programOf));
  return {
    albums: [...opened],
    opened: opened.size,
    known: known.length,
    programs: programNames.size,
    programNames,
  };
}

/** An address gets ten invitations a day, and a program counts once. */
function onePerProgram(albums: readonly PublishedAlbum[]): PublishedAlbum[] {
  return [...new Map(albums.map((album) => [programOf(album), album])).values()];
}

type Sharing = { from: Attacker; to: { attacker: Attacker; email: string }; album: PublishedAlbum };

async function share(site: Site, { from, to, album }: Sharing): Promise<void> {
  const body = { albumId: album.id, email: to.email, albumUUID: album.uuid };
  const sent = await from.call(inviteEndpoints.inviteToAlbum, { body });
  if (sent.status !== 200) throw new Error(`inviting failed: ${sent.status} ${sent.code}`);
  const invite = await readMail(
    site,
    to.email,
    new RegExp(`/view-album/${album.uuid}\\?invite=([0-9a-f-]{36})`),
  );
  const accepted = await to.attacker.call(inviteEndpoints.openAlbumInvite, { body: { invite } });
  if (accepted.status !== 200) throw new Error(`accepting failed: ${accepted.status} ${accepted.code}`);
}
