import {
  athleteEndpoints,
  type ReferencePhoto,
  type ReferenceRefusal,
  referenceRefusal,
} from '#contract/endpoints/athletes.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { createStore, type Store } from '#web/lib/storage.ts';

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
  /*i18n*/ 'We can’t open this photo here. Take a new one with the camera, or choose a JPEG (on iPhone: Settings, Camera, Formats, Most Compatible).';

type Pictures = { scale: typeof scaleImage; cut: typeof cutToFace };

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
  pictures: Pictures = { scale: scaleImage, cut: cutToFace },
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
        const message = error instanceof UnreadableImage ? i18n.t(UNREADABLE) : messageOf(error);
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

/** Larger pictures do not improve recognition and are slow to send. */
export const MAX_SIDE = 2048;
const JPEG_QUALITY = 0.9;
/** The crop needs hair, chin and some surroundings for the face to be found again. */
const FACE_MARGIN = 0.7;

type Size = { width: number; height: number };
type Box = Pick<ReferenceRefusal['faces'][number], 'x' | 'y' | 'width' | 'height'>;
type Area = Size & { x: number; y: number };

export class UnreadableImage extends Error {}

export function fitInto({ width, height }: Size, maxSide: number): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Converts a box in fractions to pixels, with a margin and within the picture. */
export function areaAround(box: Box, { width, height }: Size): Area {
  const marginX = box.width * width * FACE_MARGIN;
  const marginY = box.height * height * FACE_MARGIN;
  const left = Math.max(0, Math.round(box.x * width - marginX));
  const top = Math.max(0, Math.round(box.y * height - marginY));
  const right = Math.min(width, Math.round((box.x + box.width) * width + marginX));
  const bottom = Math.min(height, Math.round((box.y + box.height) * height + marginY));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The middle of a face in fractions of the area around it. */
export function middleWithin(box: Box, area: Area, { width, height }: Size) {
  const inside = (value: number) => Math.max(0, Math.min(1, value));
  return {
    x: inside(((box.x + box.width / 2) * width - area.x) / area.width),
    y: inside(((box.y + box.height / 2) * height - area.y) / area.height),
  };
}

/** Applies the camera's rotation, so that the picture is sent as it is seen. */
async function scaleImage(file: Blob): Promise<Blob> {
  const picture = await decode(file);
  try {
    return await draw(picture, { x: 0, y: 0, width: picture.width, height: picture.height });
  } finally {
    picture.close();
  }
}

/** Neighbors may still be in the cut, so it says where the chosen face is. */
async function cutToFace(picture: Blob, face: Box): Promise<{ picture: Blob; at: { x: number; y: number } }> {
  const whole = await decode(picture);
  try {
    const area = areaAround(face, whole);
    return { picture: await draw(whole, area), at: middleWithin(face, area, whole) };
  } finally {
    whole.close();
  }
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new UnreadableImage();
  }
}

async function draw(picture: ImageBitmap, area: Area): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const { width, height } = fitInto(area, MAX_SIDE);
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new UnreadableImage();
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY),
  );
  if (!blob) throw new UnreadableImage();
  return blob;
}
