import type { ReferenceRefusal } from '#contract/endpoints/athletes.ts';
import { athleteEndpoints, type ReferencePhoto, referenceRefusal } from '#contract/endpoints/athletes.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { createStore, type Store } from '#web/lib/store.ts';
import { cutToFace, scalePicture, UnreadablePicture } from './scale-picture.ts';

export type ReferenceUpload = { key: number; name: string; picture?: Blob } & (
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

  async function work(key: number, name: string, prepare: () => Promise<Blob>): Promise<void> {
    let picture = find(key)?.picture;
    put({ key, name, picture, state: 'preparing' });
    try {
      picture = await prepare();
      put({ key, name, picture, state: 'sending' });
      const photo = await callApi(athleteEndpoints.addReferencePhoto, {
        query: { user_athlete: athleteId },
        picture,
      });
      put({ key, name, picture, state: 'accepted', photo });
      onAccepted(photo);
    } catch (error) {
      const refusal = isApiError(error, 'reference_refused')
        ? referenceRefusal.safeParse(error.details).data
        : undefined;
      if (refusal) put({ key, name, picture, state: 'refused', refusal });
      else {
        const message = error instanceof UnreadablePicture ? UNREADABLE : messageOf(error);
        put({ key, name, picture, state: 'failed', message });
      }
    }
  }

  function enqueue(key: number, name: string, prepare: () => Promise<Blob>): Promise<void> {
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
      await Promise.all(fresh.map(({ key, file }) => enqueue(key, file.name, () => pictures.scale(file))));
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
      const picture = upload?.picture;
      if (!upload || !picture) return;
      put({ key, name: upload.name, picture, state: 'waiting' });
      await enqueue(key, upload.name, async () => picture);
    },
    dismiss(key) {
      store.write(store.read().filter((upload) => upload.key !== key));
    },
  };
}
