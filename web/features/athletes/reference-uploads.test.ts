// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { answer, answerCalls, errorAnswer, NETWORK_ERROR } from '#web/testing/answers.ts';
import { buildReferencePhoto } from '#web/testing/demo-athletes.ts';
import {
  areaAround,
  fitInto,
  MAX_SIDE,
  middleWithin,
  startReferenceUploads,
  UnreadableImage,
} from './reference-uploads.ts';

const face = { x: 0.1, y: 0.1, width: 0.2, height: 0.2, problem: null };
const pictures = {
  scale: async (file: Blob) => {
    if (file.type === 'image/heic') throw new UnreadableImage();
    return file;
  },
  cut: async () => ({ picture: new Blob(['cut'], { type: 'image/jpeg' }), at: { x: 0.25, y: 0.5 } }),
};
const photoFile = (name: string, type = 'image/jpeg') => new File([name], name, { type });
const refused = (problem: string, faces: object[]) =>
  errorAnswer(422, 'reference_refused', 'Refused', { problem, faces });

function start() {
  const accepted = vi.fn();
  return { accepted, ...startReferenceUploads(3, accepted, pictures) };
}

test('photos are sent one after the other to the athlete, and each accepted one is told', async () => {
  let open = 0;
  let maxOpen = 0;
  const fetches = answerCalls(
    answer(athleteEndpoints.addReferencePhoto, async () => {
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return buildReferencePhoto(1);
    }),
  );
  const { add, store, accepted } = start();
  await add([photoFile('a.jpg'), photoFile('b.jpg')]);
  expect(store.read().map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  expect(accepted).toHaveBeenCalledTimes(2);
  expect(maxOpen).toBe(1);
  expect(fetches.mock.calls[0]?.[0]).toContain('user_athlete=3');
});

test('a refusal keeps the picture and the faces that were seen; the chosen face is sent alone', async () => {
  let tries = 0;
  const fetches = answerCalls(
    answer(athleteEndpoints.addReferencePhoto, () => {
      tries += 1;
      return tries === 1 ? refused('several_faces', [face, face]) : buildReferencePhoto(1);
    }),
  );
  const { add, sendFace, store } = start();
  await add([photoFile('group.jpg')]);
  const [upload] = store.read();
  expect(upload).toMatchObject({
    state: 'refused',
    refusal: { problem: 'several_faces', faces: [face, face] },
  });
  expect(upload?.picture).toBeInstanceOf(Blob);
  await sendFace(upload?.key ?? 0, face);
  expect(store.read()[0]?.state).toBe('accepted');
  expect(fetches.mock.calls[1]?.[1]?.body).toHaveProperty('size', 'cut'.length);
  expect(fetches.mock.calls[1]?.[0]).toContain('face_x=0.25&face_y=0.5');
});

test('a chosen face that was lost on the way is sent again with its place', async () => {
  let tries = 0;
  const fetches = answerCalls(
    answer(athleteEndpoints.addReferencePhoto, () => {
      tries += 1;
      if (tries === 1) return refused('several_faces', [face, face]);
      return tries === 2 ? NETWORK_ERROR : buildReferencePhoto(1);
    }),
  );
  const { add, sendFace, retry, store } = start();
  await add([photoFile('group.jpg')]);
  const { key } = store.read()[0] ?? { key: 0 };
  await sendFace(key, face);
  expect(store.read()[0]?.state).toBe('failed');
  await retry(key);
  expect(store.read()[0]?.state).toBe('accepted');
  expect(fetches.mock.lastCall?.[0]).toContain('face_x=0.25&face_y=0.5');
});

test('one that this browser cannot open says so, and the others are still sent', async () => {
  answerCalls(answer(athleteEndpoints.addReferencePhoto, buildReferencePhoto(1)));
  const { add, store, dismiss } = start();
  await add([photoFile('a.heic', 'image/heic'), photoFile('b.jpg')]);
  const [first, second] = store.read();
  expect(first).toMatchObject({ state: 'failed', message: expect.stringContaining('can’t open') });
  expect(second?.state).toBe('accepted');
  dismiss(first?.key ?? 0);
  expect(store.read()).toHaveLength(1);
});

test('a lost connection can be tried again with the same picture', async () => {
  let isDown = true;
  answerCalls(
    answer(athleteEndpoints.addReferencePhoto, () => (isDown ? NETWORK_ERROR : buildReferencePhoto(1))),
  );
  const { add, retry, store } = start();
  await add([photoFile('a.jpg')]);
  expect(store.read()[0]).toMatchObject({ state: 'failed', message: 'We can’t reach the site.' });
  isDown = false;
  await retry(store.read()[0]?.key ?? 0);
  expect(store.read()[0]?.state).toBe('accepted');
});

test.each([
  [
    { width: 4032, height: 3024 },
    { width: 2048, height: 1536 },
  ],
  [
    { width: 3024, height: 4032 },
    { width: 1536, height: 2048 },
  ],
  [
    { width: 800, height: 600 },
    { width: 800, height: 600 },
  ],
  [
    { width: 9000, height: 1 },
    { width: 2048, height: 1 },
  ],
])('%o is sent as %o', (size, sent) => {
  expect(fitInto(size, MAX_SIDE)).toEqual(sent);
});

test('a face is cut with its surroundings, and never beyond the edges', () => {
  const size = { width: 1000, height: 500 };
  expect(areaAround({ x: 0.4, y: 0.4, width: 0.1, height: 0.2 }, size)).toEqual({
    x: 330,
    y: 130,
    width: 240,
    height: 240,
  });
  const corner = areaAround({ x: 0.95, y: -0.05, width: 0.1, height: 0.2 }, size);
  expect(corner.x + corner.width).toBe(1000);
  expect(corner.y).toBe(0);
});

test('the cut says where the face is in it, also at the edge of the picture', () => {
  const size = { width: 1000, height: 500 };
  const inside = { x: 0.4, y: 0.4, width: 0.1, height: 0.2 };
  expect(middleWithin(inside, areaAround(inside, size), size)).toEqual({ x: 0.5, y: 0.5 });
  const corner = { x: 0, y: 0, width: 0.1, height: 0.2 };
  const { x, y } = middleWithin(corner, areaAround(corner, size), size);
  expect(x).toBeCloseTo(50 / 170);
  expect(y).toBeCloseTo(50 / 170);
});
