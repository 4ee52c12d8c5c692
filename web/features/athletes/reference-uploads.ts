import type { ReferenceRefusal } from '#contract/endpoints/athletes.ts';
import { athleteEndpoints, type ReferencePhoto, referenceRefusal } from '#contract/endpoints/athletes.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { createStore, type Store } from '#web/lib/store.ts';
import { cutToFace, scalePicture, UnreadablePicture } from './scale-picture.ts';

/** `at` is the middle of the face that was chosen among several. */
type Prepared = { picture: Blob; at?: { x: number; y: number } | undefined };

export type ReferenceUpload = { key: number; name: string } & Partial<Prepared> &
  (
    | { state: 'waiting' | 'preparing' | 'sending' }
    | { state: 'accepted'; photo: ReferencePhoto }
    | { state: 'refused'; refusal: ReferenceRefusal }
    | { state: 'failed'; message: string }
  );

const UNREADABLE =
  'This browser cannot open this photo. Take a new one with the camera, or choose a JPEG (on iPhone: Settings, Camera, Formats, Most Compatible).';

type Pictures = { scale: typeof scalePicture; cut: typeof cutToFace };

export type ReferenceUploads = {
  store: Store<readonly ReferenceUpload[]>;
  add(files: readonly File[]): Promise<void>;
  sendFace(key: number, face: ReferenceRefusal['faces'][number]): Promise<void>;
  retry(key: number): Promise<void>;
  dismiss(key: number): void;
};

export function startReferenceUploads(
  athleteId: number,
  onAccepted: (photo: ReferencePhoto) => void,
  pictures: Pictures = { scale: scalePicture, cut: cutToFace },
): ReferenceUploads {
  const store = createStore<readonly ReferenceUpload[]>([]);
  let lastKey = 0;
  // Photos are sent one at a time, because a weak connection delivers one sooner than three in parallel.
  let line: Promise<unknown> = Promise.resolve();

  const find = (key: number) => store.read().find((upload) => upload.key === key);
  const put = (next: ReferenceUpload) =>
    store.write(store.read().map((upload) => (upload.key === next.key ? next : upload)));

  async function work(key: number, name: string, prepare: () => Promise<Prepared>): Promise<void> {
    let sent: Partial<Prepared> = { picture: find(key)?.picture };
    put({ key, name, ...sent, state: 'preparing' });
    try {
      const { picture, at } = await prepare();
      sent = { picture, at };
      put({ key, name, ...sent, state: 'sending' });
      const photo = await callApi(athleteEndpoints.addReferencePhoto, {
        query: { user_athlete: athleteId, ...(at && { face_x: at.x, face_y: at.y }) },
        picture,
      });
      put({ key, name, ...sent, state: 'accepted', photo });
      onAccepted(photo);
    } catch (error) {
      const refusal = isApiError(error, 'reference_refused')
        ? referenceRefusal.safeParse(error.details).data
        : undefined;
      if (refusal) put({ key, name, ...sent, state: 'refused', refusal });
      else {
        const message = error instanceof UnreadablePicture ? UNREADABLE : messageOf(error);
        put({ key, name, ...sent, state: 'failed', message });
      }
    }
  }

  function enqueue(key: number, name: string, prepare: () => Promise<Prepared>): Promise<void> {
    const done = line.then(() => work(key, name, prepare));
    line = done;
    return done;
  }

  return {
    store,
    async add(files) {
      const fresh = files.map((file) => {
        lastKey += 1;
        return { key: lastKey, file };
      });
      store.write([
        ...store.read(),
        ...fresh.map(({ key, file }) => ({ key, name: file.name, state: 'waiting' as const })),
      ]);
      await Promise.all(
        fresh.map(({ key, file }) =>
          enqueue(key, file.name, async () => ({ picture: await pictures.scale(file) })),
        ),
      );
    },
    async sendFace(key, face) {
      const upload = find(key);
      const whole = upload?.picture;
      if (!upload || !whole) return;
      put({ key, name: upload.name, picture: whole, state: 'waiting' });
      await enqueue(key, upload.name, () => pictures.cut(whole, face));
    },
    async retry(key) {
      const upload = find(key);
      if (!upload?.picture) return;
      const { name, picture, at } = upload;
      put({ key, name, picture, at, state: 'waiting' });
      await enqueue(key, name, async () => ({ picture, at }));
    },
    dismiss(key) {
      store.write(store.read().filter((upload) => upload.key !== key));
    },
  };
}
