import type { Context } from '#server/context.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { createCache } from '#server/platform/database/cache.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { ANYONE, type VerifiedGrant } from '#server/platform/security/image-tokens.ts';

type Caller = { isStaff: boolean; canCull: boolean; hasVerifiedAddress: boolean; loggedInSince: Date };
type Owned = {
  /** Bought whole. */
  albums: ReadonlySet<number>;
  /** Bought one by one. Photos move between albums, so their ids count wherever they are. */
  images: ReadonlySet<number>;
  albumsOfImages: ReadonlySet<number>;
  /** Tells whether nothing of the purchase has left yet that only its owner gets. */
  isUntaken(photo: { albumId: number; imageId: number }): boolean;
};

/** What other modules know of a person. app.ts passes it on, so that images depend on none of them. */
export type Rights = {
  /** Returns null for an account that is closed or logged in nowhere. */
  findCaller(context: Pick<Context, 'db' | 'config'>, userId: number, now: Date): Promise<Caller | null>;
  wasLoggedIn(caller: Caller, at: Date): boolean;
  findOwned(db: Db, userId: number): Promise<Owned>;
  holdsAlbum(db: Db, userId: number, albumId: number): Promise<boolean>;
  /** Notes that an original or a clean preview leaves. Returns false if the customer no longer owns it. */
  takeOriginal(
    db: Db,
    taken: { userId: number; albumId: number; imageId: number; now: Date },
  ): Promise<boolean>;
};

/** `closed`: the person has no right to it now. `hidden`: nobody has. */
type Verdict = 'open' | 'closed' | 'hidden';

export type ImageAccess = ReturnType<typeof createImageAccess>;

/** How long a cached answer is used if no live event ends it earlier. */
const TTL_MS = 3_000;
const MAX_CACHED = 20_000;

/** Decides whether the bearer of a valid token may still see the picture. */
export function createImageAccess(
  context: Pick<Context, 'db' | 'clock' | 'live' | 'config'>,
  rights: Rights,
) {
  const { db, clock, live, config } = context;
  const bounds = { ttlMs: TTL_MS, max: MAX_CACHED, clock };
  const folders = createCache<string, Folder>(bounds);
  const viewers = createCache<number, { caller: Caller | null; owned: Owned }>(bounds);
  const held = createCache<string, { isHeld: boolean }>(bounds);
  const keyOf = (userId: number, albumId: number) => `${userId}:${albumId}`;

  const loadFolder = batchFolders(db);
  const loadViewer = async (userId: number) => {
    const [caller, owned] = await Promise.all([
      rights.findCaller(context, userId, clock.now()),
      rights.findOwned(db, userId),
    ]);
    return { caller, owned };
  };
  const loadHeld = async (userId: number, albumId: number) => ({
    isHeld: await rights.holdsAlbum(db, userId, albumId),
  });
  const getFolder = (uuid: string) => folders.get(uuid, () => loadFolder(uuid));
  const getViewer = (userId: number) => viewers.get(userId, () => loadViewer(userId));

  live.listenToRights({
    apply({ of, id }) {
      if (of === 'album') return folders.dropWhere((_uuid, folder) => !folder || folder.albumId === id);
      viewers.drop(id);
      held.dropWhere((key) => key.startsWith(`${id}:`));
    },
    forgetAll() {
      for (const cache of [folders, viewers, held]) cache.clear();
    },
  });

  async function check(grant: VerifiedGrant, imageId: number): Promise<Verdict> {
    const { folderUuid, userId, scope } = grant;
    // Both are asked for at once, because each answer waits for its turn when many people come.
    const [folder, viewer] = await Promise.all([
      getFolder(folderUuid),
      userId === ANYONE ? undefined : getViewer(userId),
    ]);
    const { albumId, isPublished } = folder;
    const isCulling = scope.kind === 'culling';
    // Whoever culls sees rejected photos too; serving leaves out those that a report hides.
    if (folder.hidden.has(imageId) && !isCulling) return 'hidden';
    const open = (isOpen: boolean): Verdict => (isOpen ? 'open' : 'closed');
    if (!viewer) return open(isPublished);
    const { caller, owned } = viewer;
    if (!caller || !rights.wasLoggedIn(caller, new Date(grant.issuedAtSeconds * 1000))) return 'closed';
    if (albumId === null) return open(folder.isTray && caller.isStaff);
    if (caller.isStaff && !isOwners(grant)) return 'open';
    const isOwned = owned.albums.has(albumId);
    switch (scope.kind) {
      case 'culling':
        return open(caller.canCull);
      case 'originals':
        return open(isOwned);
      case 'clean-thumbs':
      case 'single':
        return open(isOwned || owned.images.has(imageId));
      case 'thumbs':
        return open(isPublished || isOwned || owned.albumsOfImages.has(albumId));
      case 'previews': {
        if (isOwned || !isPublished) return open(isOwned);
        const { isHeld } = await held.get(keyOf(userId, albumId), () => loadHeld(userId, albumId));
        return open(isHeld);
      }
    }
  }

  async function take({ folderUuid, userId }: VerifiedGrant, imageId: number): Promise<boolean> {
    const { albumId } = await getFolder(folderUuid);
    if (albumId === null) return false;
    return rights.takeOriginal(db, { userId, albumId, imageId, now: clock.now() });
  }

  return {
    /** Answers from memory where it can. */
    check,
    /** Asks the database before it refuses, so that a purchase of a second ago already counts. */
    async recheck(grant: VerifiedGrant, imageId: number) {
      const verdict = await check(grant, imageId);
      if (verdict === 'open') return verdict;
      const { folderUuid, userId } = grant;
      const { albumId } = await folders.reload(folderUuid, () => loadFolder(folderUuid));
      if (userId !== ANYONE) {
        await viewers.reload(userId, () => loadViewer(userId));
        if (albumId !== null) held.drop(keyOf(userId, albumId));
      }
      return check(grant, imageId);
    },
    /**
     * Returns whether the bearer owns the picture now, whatever the token was issued for. Staff see what their token says,
     * so that a preview shows them what customers see.
     */
    async owns(grant: VerifiedGrant, imageId: number) {
      if (isOwners(grant)) return true;
      if (grant.userId === ANYONE) return false;
      const [{ caller, owned }, { albumId }] = await Promise.all([
        getViewer(grant.userId),
        getFolder(grant.folderUuid),
      ]);
      return caller !== null && !caller.isStaff && holds(owned, { albumId, imageId });
    },
    /** Returns whether the token is of an account with a verified address. */
    async isVerified({ userId }: VerifiedGrant) {
      if (userId === ANYONE) return false;
      const { caller } = await getViewer(userId);
      return caller !== null && (caller.hasVerifiedAddress || !config.verification.isRequired);
    },
    /** Returns whether a customer bought photos one by one, in whatever album. */
    async ownsSingles({ userId }: VerifiedGrant) {
      if (userId === ANYONE) return false;
      const { caller, owned } = await getViewer(userId);
      return caller !== null && !caller.isStaff && owned.images.size > 0;
    },
    async findHidden(folderUuid: string) {
      return (await getFolder(folderUuid)).hidden;
    },
    /** Returns the album whose cover shows the picture now. */
    async findCoveredAlbum(folderUuid: string, imageId: number) {
      const { albumId, covers } = await getFolder(folderUuid);
      return albumId !== null && covers.has(imageId) ? albumId : undefined;
    },
    takeOriginal: take,
    /** The same for a preview without the watermark. What is known as taken needs no note. */
    async takePreview(grant: VerifiedGrant, imageId: number) {
      const [{ albumId }, { owned }] = await Promise.all([
        getFolder(grant.folderUuid),
        getViewer(grant.userId),
      ]);
      // What a swap took away since the first look is not untaken either, so it must still be owned.
      const isOwned = holds(owned, { albumId, imageId });
      if (isOwned && albumId !== null && !owned.isUntaken({ albumId, imageId })) return true;
      const isTaken = await take(grant, imageId);
      viewers.drop(grant.userId);
      return isTaken;
    },
  };
}

export function isOwners({ scope }: Pick<VerifiedGrant, 'scope'>): boolean {
  return scope.kind !== 'previews' && scope.kind !== 'thumbs';
}

const holds = (
  { albums, images }: Pick<Owned, 'albums' | 'images'>,
  { albumId, imageId }: { albumId: number | null; imageId: number },
): boolean => images.has(imageId) || (albumId !== null && albums.has(albumId));

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
