// Decisions are saved in the background, one after the other. They wait in the browser until the server has them, so that
// neither a lost connection nor a closed tab loses one.

import type { BodyOf } from '#contract/endpoint.ts';
import { cullingEndpoints, type PhotoAction } from '#contract/endpoints/culling.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError, ownersOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/formats.ts';
import { readSession } from '#web/lib/session.ts';
import { createStore, readStoredJson, removeStored, storedKeys, writeStoredJson } from '#web/lib/storage.ts';
import { toast } from '#web/lib/toast.ts';
import type { Decision } from './stacks.ts';

export type CullBody = BodyOf<typeof cullingEndpoints.cullPhotos>;

export type Entry = {
  /** The user who decided, because another person may log in before it is saved. */
  userId: number;
  albumId: number;
  send: { body: CullBody } | { undo: string };
  /** The state that photos show until the server has answered. */
  sets: readonly (readonly [imageId: number, decision: Decision])[];
  /** Photos that leave the album. */
  gone: readonly number[];
};

type Saving = {
  entries: readonly Entry[];
  /** The last attempt failed, and the next one follows. */
  isRetrying: boolean;
  /** Customers bought the album: the queue waits until staff confirm. */
  soldTo: { albumId: number; owners: number } | undefined;
};

const EMPTY: Saving = { entries: [], isRetrying: false, soldTo: undefined };
export const saving = createStore<Saving>(EMPTY);

type Outcome = { entry: Entry; action: PhotoAction } | { entry: Entry; error: unknown };
let listen: (outcome: Outcome) => void = () => undefined;

export function onSaved(listener: (outcome: Outcome) => void): void {
  listen = listener;
}

const soldAlbums = new Set<number>();
/** Keys of actions that never happened, so that Undo skips them. */
export const refused = new Set<string>();
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
let pauseMs = FIRST_PAUSE_MS;
let isRunning = false;

export function enqueue(...entries: Omit<Entry, 'userId'>[]): void {
  const userId = readSession().user?.id ?? 0;
  const added = entries.map((entry) => ({ ...entry, userId }));
  change({ entries: [...saving.read().entries, ...added] });
  void run();
}

export const ownEntries = (entries: readonly Entry[]) =>
  entries.filter(({ userId }) => userId === readSession().user?.id);

/** Continues once staff agreed to take photos out of a sold album. */
export function answerSold(isConfirmed: boolean): void {
  const own = ownEntries(saving.read().entries);
  if (!own[0]) return;
  const { albumId } = own[0];
  if (isConfirmed) soldAlbums.add(albumId);
  const dropped = isConfirmed ? [] : own.filter((entry) => entry.albumId === albumId && takesOut(entry));
  for (const entry of dropped) refuse(entry);
  const entries = saving.read().entries.filter((entry) => !dropped.includes(entry));
  change({ entries, soldTo: undefined });
  void run();
}

const takesOut = ({ send }: Entry) => 'body' in send && /^(reject|best|move)$/.test(send.body.action);

function refuse({ send }: Entry): void {
  if ('body' in send) refused.add(send.body.key);
}

async function run(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  try {
    while (await saveNext());
  } finally {
    isRunning = false;
  }
}

/** Returns false if nothing is left, or if somebody has to do something first. */
async function saveNext(): Promise<boolean> {
  const [entry] = ownEntries(saving.read().entries);
  if (!entry) return false;
  try {
    const action = await sendEntry(entry);
    finish({ entry, action });
  } catch (error) {
    const owners = ownersOf(error);
    if (owners !== undefined) {
      change({ soldTo: { albumId: entry.albumId, owners } });
      return false;
    }
    if (isApiError(error) && error.status === 401) return false;
    if (isPassing(error)) {
      change({ isRetrying: true });
      await pause();
      return true;
    }
    refuse(entry);
    toast.failure(error);
    finish({ entry, error });
  }
  return true;
}

function sendEntry({ albumId, send }: Entry): Promise<PhotoAction> {
  if ('undo' in send) return callApi(cullingEndpoints.undoPhotoAction, { params: { key: send.undo } });
  const body = { ...send.body, ...(soldAlbums.has(albumId) && { sold_ok: true }) };
  return callApi(cullingEndpoints.cullPhotos, { params: { id: albumId }, body });
}

const isPassing = (error: unknown) =>
  isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500);

function finish(outcome: Outcome): void {
  pauseMs = FIRST_PAUSE_MS;
  // The answer is put into the list before the entry goes, so that no photo flickers.
  listen(outcome);
  change({ entries: saving.read().entries.filter((entry) => entry !== outcome.entry), isRetrying: false });
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, pauseMs);
    window.addEventListener('online', end);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  });
}

const PREFIX = 'CULLING';
const TAB = crypto.randomUUID();
const keyOf = (userId: number) => `${PREFIX}:${TAB}:${userId}`;

function change(next: Partial<Saving>): void {
  const state = { ...saving.read(), ...next };
  saving.write(state);
  const { user } = readSession();
  if (!user) return;
  const own = ownEntries(state.entries);
  if (own.length > 0) writeStoredJson(keyOf(user.id), own);
  else removeStored(keyOf(user.id));
  const listen = own.length > 0 ? window.addEventListener : window.removeEventListener;
  listen('beforeunload', warnBeforeLeaving);
}

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Sends what a closed tab left behind. A decision that is sent twice counts once, because it has a key. */
export function resumeSaving(): void {
  const { user } = readSession();
  if (!user) return;
  const left = storedKeys()
    .filter((key) => key.startsWith(`${PREFIX}:`) && key.endsWith(`:${user.id}`) && key !== keyOf(user.id))
    .flatMap((key) => {
      const entries = (readStoredJson(key) ?? []) as Entry[];
      removeStored(key);
      return entries;
    });
  if (left.length > 0) toast(`Saving ${countOf(left.length, 'decision')} from before`);
  enqueue(...left);
}

/** Resets the queue as a new tab would, for tests. */
export function forgetQueue(): void {
  saving.write(EMPTY);
  soldAlbums.clear();
  pauseMs = FIRST_PAUSE_MS;
}
