import type { Context } from '#server/context.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { createCache } from '#server/platform/database/cache.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { ANYONE, type VerifiedGrant } from '#server/platform/security/image-tokens.ts';

type Caller = { isStaff: boolean; canCull: boolean; hasVerifiedAddress: boolean; loggedInSince: Date };

type Owned = {
  albums: ReadonlySet<number>;
  images: ReadonlySet<number>;
  /** The albums that the images were bought from. Photos move between albums. */
  albumsOfImages: ReadonlySet<number>;
  /** Tells whether nothing of the purchase has left yet that only its owner gets. */
  isUntaken(photo: { albumId: number; imageId: number }): boolean;
};

/** What other modules know of a person. app.ts passes it on, so that images depend on none of them. */
export type Rights = {
  /** Returns null for an account that is closed or logged in nowhere. */
  findCaller(context: Pick<Context, 'db' | 'config'>, userId: number, now: Date): Promise<Caller | null>;
  wasLoggedIn(caller: Caller, at: Date): boolean;
  holdsAlbum(db: Db, userId: number, albumId: number): Promise<boolean>;
  findOwned(db: Db, userId: number): Promise<Owned>;
  /** Notes that an original or a clean preview leaves. Returns false if the customer no longer owns it. */
  takeOriginal(
    db: Db,
    taken: { userId: number; albumId: number; imageId: number; now: Date },
  ): Promise<boolean>;
};

/** `closed`: the person has no right to it now. `hidden`: nobody has. */
type Verdict = 'open' | 'closed' | 'hidden';

export type ImageAccess = {
  /** Answers from memory, at once where it can. */
  check(grant: VerifiedGrant, imageId: number): Verdict | Promise<Verdict>;
  /** Asks the database before it refuses, so that a purchase of a second ago already counts. */
  recheck(grant: VerifiedGrant, imageId: number): Promise<Verdict>;
  /**
   * Tells whether the bearer owns the picture now, whatever the token was issued for. Staff see what their token says,
   * so that a preview shows them what customers see.
   */
  owns(grant: VerifiedGrant, imageId: number): Promise<boolean>;
  /** Tells whether the token is of an account with a verified address. Answers at once after a check of the same token. */
  isVerified(grant: VerifiedGrant): boolean | Promise<boolean>;
  /** Tells whether a customer bought photos one by one, in whatever album. */
  ownsSingles(grant: VerifiedGrant): Promise<boolean>;
  findHidden(folderUuid: string): Promise<ReadonlySet<number>>;
  /** Returns the album whose cover shows the picture now. */
  findCoveredAlbum(folderUuid: string, imageId: number): Promise<number | undefined>;
  takeOriginal(grant: VerifiedGrant, imageId: number): Promise<boolean>;
  /** The same for a preview without the watermark. What is known as taken needs no note. */
  takePreview(grant: VerifiedGrant, imageId: number): Promise<boolean>;
};

/** How long a cached answer is used if no live event ends it earlier. */
const TTL_MS = 3_000;
const MAX_CACHED = 20_000;

/** Decides whether the bearer of a valid token may still see the picture. */
export function createImageAccess(
  context: Pick<Context, 'db' | 'clock' | 'live' | 'config'>,
  rights: Rights,
): ImageAccess {
  const { db, clock, live, config } = context;
  const bounds = { ttlMs: TTL_MS, max: MAX_CACHED, clock };
  const folders = createCache<string, Folder>(bounds);
  const callers = createCache<number, { caller: Caller | null }>(bounds);
  const holdings = createCache<string, { isHeld: boolean }>(bounds);
  const owned = createCache<number, Owned>(bounds);
  const keyOf = (userId: number, albumId: number) => `${userId}:${albumId}`;

  const loadFolder = batchFolders(db);
  const loadCaller = async (userId: number) => ({
    caller: await rights.findCaller(context, userId, clock.now()),
  });
  const loadHolding = async (userId: number, albumId: number) => ({
    isHeld: await rights.holdsAlbum(db, userId, albumId),
  });
  const getFolder = (uuid: string) => folders.get(uuid, () => loadFolder(uuid));
  const getCaller = (userId: number) => callers.get(userId, () => loadCaller(userId));
  const loadOwned = (userId: number) => rights.findOwned(db, userId);
  const getOwned = (userId: number) => owned.get(userId, () => loadOwned(userId));

  live.listenToRights({
    apply({ of, id }) {
      if (of === 'album') return folders.dropWhere((_uuid, folder) => !folder || folder.albumId === id);
      callers.drop(id);
      owned.drop(id);
      holdings.dropWhere((key) => key.startsWith(`${id}:`));
    },
    forgetAll() {
      for (const cache of [folders, callers, holdings, owned]) cache.clear();
    },
  });

  /** Returns the verdict, or the cache that has no answer yet. */
  function decide(grant: VerifiedGrant, imageId: number): Verdict | (() => Promise<unknown>) {
    const { folderUuid, userId, scope } = grant;
    const folder = folders.peek(folderUuid);
    if (!folder) return () => loadTogether(grant);
    const { albumId, isPublished } = folder;
    const isCulling = scope.kind === 'culling';
    // Whoever culls sees rejected photos too; serving leaves out those that a report hides.
    if (folder.hidden.has(imageId) && !isCulling) return 'hidden';
    if (userId === ANYONE) return isPublished ? 'open' : 'closed';
    const known = callers.peek(userId);
    if (!known) return () => getCaller(userId);
    const { caller } = known;
    if (!caller || !rights.wasLoggedIn(caller, new Date(grant.issuedAtSeconds * 1000))) return 'closed';
    if (albumId === null) return folder.isTray && caller.isStaff ? 'open' : 'closed';
    if (isCulling) return caller.canCull ? 'open' : 'closed';
    const needsNoPurchase = caller.isStaff ? !isOwners(grant) : scope.kind === 'thumbs' && isPublished;
    if (needsNoPurchase) return 'open';
    const goods = owned.peek(userId);
    if (!goods) return () => getOwned(userId);
    if (isOpenToBuyer(scope, { albumId, imageId }, goods)) return 'open';
    if (scope.kind !== 'previews' || !isPublished) return 'closed';
    const key = keyOf(userId, albumId);
    const holding = holdings.peek(key);
    if (!holding) return () => holdings.get(key, () => loadHolding(userId, albumId));
    return holding.isHeld ? 'open' : 'closed';
  }

  /** What a picture needs first is asked for at once, because each answer waits for its turn when many people come. */
  function loadTogether(grant: VerifiedGrant): Promise<unknown> {
    const { folderUuid, userId } = grant;
    const folder = getFolder(folderUuid);
    if (userId === ANYONE) return folder;
    return Promise.all([folder, getCaller(userId), getOwned(userId)]);
  }

  async function lookUp(grant: VerifiedGrant, imageId: number): Promise<Verdict> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const decided = decide(grant, imageId);
      if (typeof decided === 'string') return decided;
      await decided();
    }
    return 'closed';
  }

  async function take({ folderUuid, userId }: VerifiedGrant, imageId: number): Promise<boolean> {
    const { albumId } = await getFolder(folderUuid);
    if (albumId === null) return false;
    return rights.takeOriginal(db, { userId, albumId, imageId, now: clock.now() });
  }

  return {
    check(grant, imageId) {
      const decided = decide(grant, imageId);
      return typeof decided === 'string' ? decided : lookUp(grant, imageId);
    },
    async recheck(grant, imageId) {
      const verdict = await lookUp(grant, imageId);
      if (verdict === 'open') return verdict;
      const { folderUuid, userId } = grant;
      const { albumId } = await folders.reload(folderUuid, () => loadFolder(folderUuid));
      if (userId !== ANYONE) {
        await callers.reload(userId, () => loadCaller(userId));
        await owned.reload(userId, () => loadOwned(userId));
        if (albumId !== null) {
          await holdings.reload(keyOf(userId, albumId), () => loadHolding(userId, albumId));
        }
      }
      return lookUp(grant, imageId);
    },
    async owns(grant, imageId) {
      if (isOwners(grant)) return true;
      if (grant.userId === ANYONE) return false;
      const [{ caller }, { albumId }, goods] = await Promise.all([
        getCaller(grant.userId),
        getFolder(grant.folderUuid),
        getOwned(grant.userId),
      ]);
      return caller !== null && !caller.isStaff && holds(goods, { albumId, imageId });
    },
    isVerified({ userId }) {
      if (userId === ANYONE) return false;
      const isVerified = ({ caller }: { caller: Caller | null }) =>
        caller !== null && (caller.hasVerifiedAddress || !config.verification.isRequired);
      const known = callers.peek(userId);
      return known ? isVerified(known) : getCaller(userId).then(isVerified);
    },
    async ownsSingles({ userId }) {
      if (userId === ANYONE) return false;
      const [{ caller }, { images }] = await Promise.all([getCaller(userId), getOwned(userId)]);
      return caller !== null && !caller.isStaff && images.size > 0;
    },
    async findHidden(folderUuid) {
      return (await getFolder(folderUuid)).hidden;
    },
    async findCoveredAlbum(folderUuid, imageId) {
      const { albumId, covers } = await getFolder(folderUuid);
      return albumId !== null && covers.has(imageId) ? albumId : undefined;
    },
    takeOriginal: take,
    async takePreview(grant, imageId) {
      const [{ albumId }, goods] = await Promise.all([getFolder(grant.folderUuid), getOwned(grant.userId)]);
      // What a swap took away since the first look is not untaken either, so it must still be owned.
      const isOwned = holds(goods, { albumId, imageId });
      if (isOwned && albumId !== null && !goods.isUntaken({ albumId, imageId })) return true;
      const isTaken = await take(grant, imageId);
      owned.drop(grant.userId);
      return isTaken;
    },
  };
}

/** Four answers may be missing from the cache, and a live event may drop one while another is looked up. */
const MAX_TRIES = 12;

export function isOwners({ scope }: Pick<VerifiedGrant, 'scope'>): boolean {
  return scope.kind !== 'previews' && scope.kind !== 'thumbs';
}

const holds = (
  { albums, images }: Pick<Owned, 'albums' | 'images'>,
  { albumId, imageId }: { albumId: number | null; imageId: number },
): boolean => images.has(imageId) || (albumId !== null && albums.has(albumId));

function isOpenToBuyer(
  { kind }: VerifiedGrant['scope'],
  photo: { albumId: number; imageId: number },
  goods: Owned,
): boolean {
  if (kind === 'clean-thumbs' || kind === 'single') return holds(goods, photo);
  if (goods.albums.has(photo.albumId)) return true;
  return kind === 'thumbs' && goods.albumsOfImages.has(photo.albumId);
}

/** A list of albums asks for hundreds of covers in one go, so folders asked for together are looked up together. */
function batchFolders(db: Db): (uuid: string) => Promise<Folder> {
  let batch: { uuids: Set<string>; found: Promise<ReadonlyMap<string, Folder>> } | undefined;
  return async (uuid) => {
    batch ??= open();
    batch.uuids.add(uuid);
    return (await batch.found).get(uuid) ?? NOWHERE;
  };

  function open() {
    const uuids = new Set<string>();
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      batch = undefined;
      return findFolders(db, [...uuids]);
    });
    return { uuids, found };
  }
}

const NO_PHOTOS = { hidden: new Set<number>(), covers: new Set<number>() };
const NOWHERE: Folder = { ...NO_PHOTOS, albumId: null, isTray: false, isPublished: false };

type Folder = {
  albumId: number | null;
  isTray: boolean;
  isPublished: boolean;
  /** Hidden photos of the folder. */
  hidden: ReadonlySet<number>;
  /** Photos on the cover of the album. */
  covers: ReadonlySet<number>;
};

/** Finds what lies in folders: an album, or the tray of an event. */
async function findFolders(db: Db, uuids: readonly string[]): Promise<ReadonlyMap<string, Folder>> {
  const albums = await albumsToJoin(db).where('uuid', '=', anyOf(uuids)).execute();
  const hidden = Map.groupBy(await listHidden(db, albums), ({ albumId }) => albumId);
  const folders = new Map<string, Folder>();
  for (const { id, uuid, publishedAt, coverIds } of albums) {
    folders.set(uuid, {
      albumId: id,
      isTray: false,
      isPublished: publishedAt !== null,
      hidden: new Set(hidden.get(id)?.map((image) => image.id)),
      covers: new Set(coverIds),
    });
  }
  const others = uuids.filter((uuid) => !folders.has(uuid));
  if (others.length === 0) return folders;
  for (const { trayUuid } of await eventsToJoin(db).where('trayUuid', '=', anyOf(others)).execute()) {
    folders.set(trayUuid, { ...NO_PHOTOS, albumId: null, isTray: true, isPublished: false });
  }
  return folders;
}

function listHidden(db: Db, albums: { id: number }[]) {
  return db
    .selectFrom('images')
    .select(['id', 'albumId'])
    .where('albumId', '=', anyOf(albums.map(({ id }) => id)))
    .where('hiddenAt', 'is not', null)
    .execute();
}
