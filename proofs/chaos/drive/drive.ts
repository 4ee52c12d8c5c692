import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { buildRegistration } from '#server/testing/factories.ts';
import { ALBUM_PRICE } from '#server/testing/paying-app.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { callShop, type Ground } from './prepare.ts';
import { prepareUpload } from './send-upload.ts';

const PAUSE_MS = 100;
const RETRY_MS = 250;
/** A action that was not acknowledged after this time is given up; it may or may not have happened. */
const GIVE_UP_MS = 90_000;

export type Drive = { record: DriveRecord; stop(): Promise<void> };

export function startDrive(site: string, ground: Ground): Drive {
  const record: DriveRecord = { actions: [], failures: [], calls: 0 };
  let isStopping = false;
  const isDriving = () => !isStopping;
  const lanes = describeLanes(site, ground).map((next) => runLane(next, record, isDriving));
  return {
    record,
    async stop() {
      isStopping = true;
      await Promise.all(lanes);
    },
  };
}

async function runLane(next: NextAction, record: DriveRecord, isDriving: () => boolean): Promise<void> {
  while (isDriving()) {
    const found = await next();
    if (!found) return;
    const { action, attempt } = found;
    record.actions.push(action);
    for (const deadline = Date.now() + GIVE_UP_MS; Date.now() < deadline; ) {
      action.tries += 1;
      record.calls += 1;
      const at = Date.now();
      const reason = await attempt().catch((error: Error) => `no answer: ${error.message}`);
      if (reason === undefined) {
        action.isAcknowledged = true;
        break;
      }
      if (reason !== STILL_WORKING) record.failures.push({ at, kind: action.kind, reason });
      await sleep(RETRY_MS);
    }
    await sleep(PAUSE_MS);
  }
}

export const KINDS = ['registration', 'purchase', 'upload', 'view', 'message'] as const;
export type Kind = (typeof KINDS)[number];

/** One thing that somebody does. It is tried again, as a browser does, until it is acknowledged. */
export type Action = { kind: Kind; id: string; tries: number; isAcknowledged: boolean };

export type Failure = { at: number; kind: Kind; reason: string };

export type DriveRecord = {
  actions: Action[];
  failures: Failure[];
  calls: number;
};

/** Counts the different seconds in which at least one call failed. */
export function failedSeconds(failures: Failure[], from: number, to: number): number {
  const within = failures.filter(({ at }) => at >= from && at < to);
  return new Set(within.map(({ at }) => Math.floor(at / 1000))).size;
}

/** The answer was honest, but the action is not finished, so the same person asks again. */
export const STILL_WORKING = 'still working';
/** One try; returns undefined when it was acknowledged, and otherwise why not. */
export type Try = () => Promise<string | undefined>;
export type NextAction = () => Promise<{ action: Action; attempt: Try } | undefined>;

function newAction(kind: Kind, id: string): Action {
  return { kind, id, tries: 0, isAcknowledged: false };
}

/** Each lane does one kind of thing, one after the other. */
export function describeLanes(site: string, ground: Ground): NextAction[] {
  const purchases = pairs(ground.buyers, ground.albums);
  const views = pairs(ground.viewers, ground.albumsToView);
  return [
    () => register(site),
    () => register(site),
    () => buy(site, purchases),
    () => buy(site, purchases),
    () => view(site, views),
    () => write(site, ground),
    () => upload(site, ground),
    () => upload(site, ground),
  ];
}

function pairs<A, B>(left: A[], right: B[]): { left: A; right: B }[] {
  return right.flatMap((b) => left.map((a) => ({ left: a, right: b })));
}

async function register(site: string) {
  const body = buildRegistration();
  const attempt = async () => {
    const { status, code } = await callShop(site, accountEndpoints.register, { body });
    if (status === 200) return undefined;
    // An earlier try was executed although its answer was lost.
    if (code === 'email_taken') {
      const login = await callShop(site, accountEndpoints.logIn, {
        body: { identifier: body.email, password: body.password },
      });
      if (login.status === 200) return undefined;
    }
    return `${status} ${code}`;
  };
  return { action: newAction('registration', body.email), attempt };
}

async function buy(
  site: string,
  left: { left: Ground['buyers'][number]; right: Ground['albums'][number] }[],
) {
  const pair = left.shift();
  if (!pair) return undefined;
  const { left: buyer, right: album } = pair;
  const attempt = async () => {
    const { status, code, body } = await callShop(site, paymentEndpoints.payForAlbum, {
      token: buyer.token,
      body: { albumId: album.id, paymentMethodId: buyer.cardId, amount: ALBUM_PRICE, facial: false },
    });
    if (status === 200 && body.status === 'succeeded') return undefined;
    // An earlier try was executed although its answer was lost.
    if (code === 'already_owned') return undefined;
    if (status === 200 && body.status === 'processing') return STILL_WORKING;
    return `${status} ${code ?? body?.status}`;
  };
  return { action: newAction('purchase', `${buyer.id}/${album.id}`), attempt };
}

async function view(
  site: string,
  left: { left: Ground['viewers'][number]; right: Ground['albums'][number] }[],
) {
  const pair = left.shift();
  if (!pair) return undefined;
  const { left: viewer, right: album } = pair;
  const action = newAction('view', `${viewer.id}/${album.id}`);
  const attempt = async () => {
    const { token } = viewer;
    const body = { album: album.id, event: album.eventId };
    const found = await callShop(site, foundAlbumEndpoints.findAlbum, { token, body });
    if (found.status !== 200) return `${found.status} ${found.code}`;
    const seen = await callShop(site, foundAlbumEndpoints.viewAlbum, {
      token,
      params: { id: found.body.id },
    });
    return seen.status === 200 ? undefined : `${seen.status} ${seen.code}`;
  };
  return { action, attempt };
}

let writers = 0;
/** People may write 20 messages in ten minutes, so all of them together write two a second. */
const WRITING_MS = 500;

async function write(site: string, { viewers, buyers }: Ground) {
  const people = [...viewers, ...buyers];
  const person = people[writers++ % people.length];
  const key = randomUUID();
  await sleep(WRITING_MS);
  const attempt = async () => {
    const { status, code } = await callShop(site, supportEndpoints.sendMessage, {
      token: person?.token,
      body: { key, text: `Message ${key}`, attachments: [] },
    });
    return status === 200 ? undefined : `${status} ${code}`;
  };
  return { action: newAction('message', key), attempt };
}

async function upload(site: string, { staff, eventId, uploadAlbum }: Ground) {
  const name = `${randomUUID()}.jpg`;
  const photo = { name, bytes: await makePhoto(), eventId, albumId: uploadAlbum.id };
  return { action: newAction('upload', name), attempt: prepareUpload(site, staff.token, photo) };
}
