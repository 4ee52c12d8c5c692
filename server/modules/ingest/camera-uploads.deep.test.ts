import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASS_FILES_PER_10_MINUTES, passEndpoints } from '#contract/endpoints/passes.ts';
import type { FtpServer } from '#engines/ftp/ftp-server.ts';
import { cameraAccount, renewCameraPassword } from '#server/modules/event-links/camera-accounts.ts';
import { connectCamera, startTestFtp } from '#server/testing/cameras.ts';
import { buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import { buildPass } from '#server/testing/passes.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const app = startTestApp();
let ftp: FtpServer;

beforeAll(async () => {
  ftp = await startTestFtp(app);
});
afterAll(() => ftp.stop());

/** Passes connections on, as HAProxy does in TCP mode. */
async function startBalancer(target: () => number, { host = '127.0.0.2', port = 0 } = {}) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const inside = connect(target(), '127.0.0.1');
    for (const [one, other] of [
      [socket, inside],
      [inside, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  }).listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function buildCamera(label = 'Ana Lopez') {
  const event = await buildEvent(app);
  const pass = await buildPass(app, event.id, label);
  const photos = () =>
    app.context.db
      .selectFrom('images')
      .select(['fileName', 'sizeBytes', 'passId', 'eventId'])
      .where('eventId', '=', event.id)
      .orderBy('id')
      .execute();
  return { event, pass, photos, connect: () => connectCamera(app, ftp.port, { passId: pass.id }) };
}

describe('a camera with the account of a pass', () => {
  test('sends photos, makes the folders it likes and sees only what it sent today', async () => {
    const { event, pass, photos, connect: connectOwn } = await buildCamera();
    const other = await (await buildCamera()).connect();
    await other.send(await makePhoto(), 'other.jpg');
    const { client, send } = await connectOwn();
    await client.ensureDir('/DCIM/100CANON');
    const photo = await makePhoto();
    expect(await send(photo, 'IMG_0001.JPG')).toMatchObject({ code: 226, message: '226 Received' });
    expect(await send(photo, 'IMG_0001 again.JPG')).toMatchObject({ message: '226 We have it already' });
    expect(await photos()).toEqual([
      { fileName: 'IMG_0001.JPG', sizeBytes: photo.length, passId: pass.id, eventId: event.id },
    ]);
    expect((await client.list()).map(({ name, size }) => [name, size])).toEqual([
      ['IMG_0001.JPG', photo.length],
    ]);
    expect(await client.size('IMG_0001.JPG')).toBe(photo.length);
    await expect(client.downloadTo(new PassThrough(), 'IMG_0001.JPG')).rejects.toMatchObject({ code: 550 });
    for (const command of ['DELE IMG_0001.JPG', 'MDTM IMG_0001.JPG', 'RNFR other.jpg', 'RMD DCIM'])
      await expect(client.send(command)).rejects.toMatchObject({ code: 550 });
    await expect(client.send('MLSD')).rejects.toMatchObject({ code: 502 });
    for (const { client: open } of [{ client }, other]) open.close();
  });

  test('sends a photo under a temporary name and renames it', async () => {
    const { connect: connectOwn, photos } = await buildCamera();
    const { client, send } = await connectOwn();
    const photo = await makePhoto();
    await send(photo, 'IMG_0007.JPG.part');
    await client.rename('IMG_0007.JPG.part', 'IMG_0007.JPG');
    expect(await client.size('IMG_0007.JPG')).toBe(photo.length);
    await expect(client.size('IMG_0007.JPG.part')).rejects.toMatchObject({ code: 550 });
    expect(await photos()).toMatchObject([{ fileName: 'IMG_0007.JPG', sizeBytes: photo.length }]);
    await expect(client.send('RNTO again.JPG')).rejects.toMatchObject({ code: 550 });
    client.close();
  });

  test('learns why a file is refused', async () => {
    const { connect: connectOwn, photos } = await buildCamera();
    const { client, send } = await connectOwn();
    await expect(send(Buffer.from('this is not a photo at all'), 'notes.jpg')).rejects.toMatchObject({
      code: 553,
      message: expect.stringContaining('not a picture'),
    });
    expect(await photos()).toEqual([]);
    client.close();
  });

  test('sends the rest of a file that did not arrive whole, by APPE and by REST', async () => {
    const { connect: connectOwn, photos } = await buildCamera();
    const { client, send, append } = await connectOwn();
    const [first, second] = [await makePhoto(), await makePhoto()];
    for (const [photo, name] of [
      [first, 'a.jpg'],
      [second, 'b.jpg'],
    ] as const)
      await expect(send(photo.subarray(0, 700), name)).rejects.toMatchObject({ code: 426 });
    expect(await photos()).toEqual([]);
    expect(await client.size('a.jpg')).toBe(700);
    expect(await append(first.subarray(700), 'a.jpg')).toMatchObject({ code: 226 });
    await client.send('REST 500');
    expect(await send(second.subarray(500), 'b.jpg')).toMatchObject({ code: 226 });
    expect((await photos()).map(({ sizeBytes }) => sizeBytes)).toEqual([first.length, second.length]);
    await client.send('REST 10');
    await expect(send(second, 'c.jpg')).rejects.toMatchObject({ code: 450 });
    expect(
      await app.context.db.selectFrom('uploads').select('id').where('id', 'like', 'camera%').execute(),
    ).toEqual([]);
    client.close();
  });

  test('goes on at another process with what the first one got', async () => {
    const { connect: connectOwn, pass, photos } = await buildCamera();
    const second = await startTestFtp(app);
    const photo = await makePhoto();
    const { client, send } = await connectOwn();
    await expect(send(photo.subarray(0, 900), 'x.jpg')).rejects.toMatchObject({ code: 426 });
    const there = await connectCamera(app, second.port, { passId: pass.id });
    expect(await there.client.size('x.jpg')).toBe(900);
    await there.append(photo.subarray(900), 'x.jpg');
    expect(await photos()).toMatchObject([{ fileName: 'x.jpg', sizeBytes: photo.length }]);
    client.close();
    there.client.close();
    await second.stop();
  });

  test('no longer gets in when the pass has ended, or with the password of before', async () => {
    const { connect: connectOwn, pass } = await buildCamera();
    const { password } = await cameraAccount(app.context, pass.id);
    await renewCameraPassword(app.context, pass.id);
    const wrong = connectCamera(app, ftp.port, { passId: pass.id, password });
    await expect(wrong).rejects.toMatchObject({ code: 530 });
    const { client, send } = await connectOwn();
    const { client: former, send: sendAsBefore } = await connectOwn();
    await sendAsBefore(await makePhoto(), 'early.jpg');
    await renewCameraPassword(app.context, pass.id);
    await expect(sendAsBefore(await makePhoto(), 'late.jpg')).rejects.toMatchObject({ code: 530 });
    expect(await former.list()).toEqual([]);
    await expect(former.size('early.jpg')).rejects.toMatchObject({ code: 550 });
    former.close();
    const { token } = await buildUser(app, { role: 'customer_support' });
    await app.call(passEndpoints.endPass, { token, params: { id: pass.id } });
    await expect(send(await makePhoto(), 'late.jpg')).rejects.toMatchObject({ code: 530 });
    await expect(connectOwn()).rejects.toMatchObject({ code: 530 });
    client.close();
  });
});

describe('a photo is never passed over', () => {
  test('because another one with its name arrived before', async () => {
    const { connect: connectOwn } = await buildCamera();
    const [body, other] = [await connectOwn(), await connectOwn()];
    await body.send(await makePhoto(), 'IMG_0001.JPG');
    await expect(other.client.size('IMG_0001.JPG')).rejects.toMatchObject({ code: 550 });
    await body.client.cd('/another');
    await expect(body.client.size('IMG_0001.JPG')).rejects.toMatchObject({ code: 550 });
    for (const { client } of [body, other]) client.close();
  });

  test('because too many came in ten minutes', async () => {
    const { connect: connectOwn, pass, photos } = await buildCamera();
    const hits = Array.from({ length: PASS_FILES_PER_10_MINUTES }, () => ({
      key: `pass-upload:${pass.id}`,
      at: app.context.clock.now(),
    }));
    await app.context.db.insertInto('rateHits').values(hits).execute();
    const { client, send } = await connectOwn();
    const photo = await makePhoto();
    await expect(send(photo, 'x.jpg')).rejects.toMatchObject({ code: 450 });
    app.advanceMinutes(11);
    expect(await send(photo, 'x.jpg')).toMatchObject({ code: 226 });
    expect(await photos()).toHaveLength(1);
    client.close();
  });

  test('because a lost connection is noticed after the camera sent the photo by another one', async () => {
    const { connect: connectOwn, photos } = await buildCamera();
    const photo = await makePhoto();
    const [first, second] = [await connectOwn(), await connectOwn()];
    const attempts = Array.from({ length: 6 }, (_, turn) =>
      (turn % 2 ? first : second).send(photo.subarray(0, 400 + turn), 'x.jpg').catch(() => undefined),
    );
    await Promise.all(attempts);
    const { client, append } = await connectOwn();
    const known = await client.size('x.jpg').catch(() => 0);
    expect(await append(photo.subarray(known), 'x.jpg')).toMatchObject({ code: 226 });
    expect(await photos()).toMatchObject([{ sizeBytes: photo.length }]);
    for (const camera of [first, second]) camera.client.close();
    client.close();
  });
});

test('several processes behind a TCP balancer take photos, each with data ports of its own', async () => {
  const { pass, photos } = await buildCamera();
  const processes = await Promise.all(
    [0, 1].map(async () => {
      const from = await freePort();
      return { from, server: await startTestFtp(app, { passivePorts: { from, to: from } }) };
    }),
  );
  let turn = 0;
  const front = await startBalancer(() => processes[turn++ % processes.length]?.server.port ?? 0);
  // The camera sees the address of the balancer, which passes the same port on to the process that named it.
  const fronts = await Promise.all(
    processes.map(({ from }) => startBalancer(() => from, { host: '127.0.0.2', port: from })),
  );
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) {
    const { client, send } = await connectCamera(app, front.port, { passId: pass.id, host: '127.0.0.2' });
    expect(await send(await makePhoto(), name)).toMatchObject({ code: 226 });
    client.close();
  }
  expect(await photos()).toHaveLength(3);
  for (const { close } of [front, ...fronts]) close();
  for (const { server } of processes) await server.stop();
});

describe('the door', () => {
  test('takes no password in the clear unless the operator allows it', async () => {
    const { pass, photos } = await buildCamera();
    const plain = { passId: pass.id, isPlain: true };
    await expect(connectCamera(app, ftp.port, plain)).rejects.toMatchObject({ code: 530 });
    const lenient = await startTestFtp(app, { allowsPlain: true });
    const { client, send } = await connectCamera(app, lenient.port, plain);
    await send(await makePhoto(), 'plain.jpg');
    expect(await photos()).toHaveLength(1);
    client.close();
    await lenient.stop();
  });

  test('limits wrong passwords, and the right one is refused with them', async () => {
    const { connect: connectOwn, pass } = await buildCamera();
    const wrong = { passId: pass.id, password: 'guess' };
    for (let guess = 0; guess < 10; guess += 1)
      await expect(connectCamera(app, ftp.port, wrong)).rejects.toMatchObject({ code: 530 });
    await expect(connectOwn()).rejects.toMatchObject({ code: 530 });
    app.advanceMinutes(16);
    (await connectOwn()).client.close();
  });

  test('forgets what was said in the clear before TLS', async () => {
    const socket = connect(ftp.port, '127.0.0.1');
    let said = '';
    socket.on('data', (bytes) => {
      said += bytes.toString('latin1');
    });
    socket.write('AUTH TLS\r\nFEAT\r\n');
    await eventually(async () => said.includes('234') || undefined, 'the answer to AUTH');
    socket.destroy();
    expect(said).not.toContain('211');
  });
});
