import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import {
  type Attack,
  type Attacker,
  createAttacker,
  listPhotographed,
  openAlbum,
  PASSWORD,
  register,
  registerVerified,
} from '#proofs/attack/attacker.ts';
import { percentile, timeMs } from '#proofs/bench/measure.ts';
import { randomIp } from '#proofs/site.ts';
import { openThread } from '#server/platform/processes/threads.ts';
import type { FloodOrder } from './login-flood-thread.ts';

const LOG_INS = 300;
const SAMPLES = 20;
/** Generous, because other programs may use the processor; quiet times are printed beside. */
const MAX_LOG_IN_MS = 5_000;
const MAX_IMAGE_MS = 1_000;
/** A call of the first page. */
const PAGE = '/api/events';

/** Runs in a separate thread, so that sending the flood does not slow down what is measured. */
const thread = openThread<FloodOrder, number[]>(new URL('./login-flood-thread.ts', import.meta.url));

export const loginFlood: Attack = {
  name: `The flood sends ${LOG_INS} wrong log-ins at once from one network`,
  before: 'an honest log-in took 34 s, a thumbnail 11.5 s',
  async run(site) {
    const parent = createAttacker(site, '203.0.113.9');
    const email = await registerVerified(parent);
    const thumbs = await listThumbs(parent);
    const logIn = () => timeMs(() => checkLogIn(parent, email));
    const look = (paths: string[]) => timeEach(paths, (path) => fetchWhole(parent, path));
    const pages = Array.from({ length: SAMPLES }, () => PAGE);

    await look(thumbs);
    const quiet = { logIn: await logIn(), thumbs: await look(thumbs), pages: await look(pages) };
    const flood = thread.ask({ site, logIns: LOG_INS });
    const during = await Promise.all([logIn(), look(thumbs), look(pages)]);
    const statuses = await flood;

    const [logInMs, thumbTimes, pageTimes] = during;
    const shed = statuses.filter((status) => status === 503).length;
    return {
      got: [
        `${shed} of ${LOG_INS} refused with 503`,
        `honest log-in ${inMs(quiet.logIn)} before, ${inMs(logInMs)} during`,
        `thumbs ${summarize(quiet.thumbs)} before, ${summarize(thumbTimes)} during`,
        `pages ${summarize(quiet.pages)} before, ${summarize(pageTimes)} during`,
      ].join('; '),
      isTooMuch: logInMs > MAX_LOG_IN_MS || Math.max(...thumbTimes, ...pageTimes) > MAX_IMAGE_MS,
    };
  },
};

async function listThumbs(parent: Attacker): Promise<string[]> {
  const albums = await listPhotographed(parent);
  const [album] = albums.toReversed();
  if (!album) throw new Error('there are no albums with photos');
  const { images, temp_jwt: auth } = await openAlbum(parent, album);
  const paths = images.map(({ id }) => `/api/images/${album.uuid}/${id}.thumb?auth=${auth}`);
  return Array.from({ length: SAMPLES }, (_, index) => paths[index % paths.length] as string);
}

async function checkLogIn(parent: Attacker, identifier: string): Promise<void> {
  const { status } = await parent.call(accountEndpoints.logIn, { body: { identifier, password: PASSWORD } });
  if (status !== 200) throw new Error(`an honest log-in was answered with ${status}`);
}

async function fetchWhole(parent: Attacker, path: string): Promise<void> {
  const answer = await parent.fetch(path);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
}

async function timeEach(paths: string[], work: (path: string) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (const path of paths) times.push(await timeMs(() => work(path)));
  return times;
}

const inMs = (ms: number) => `${Math.round(ms)} ms`;

function summarize(times: number[]): string {
  return `${inMs(percentile(times, 0.5))} (slowest ${inMs(Math.max(...times))})`;
}

const HEADERS_AND_TWO_CHECKS_MS = 26_000;

export const slowClient: Attack = {
  name: 'The slow client holds connections open without asking for anything',
  before: '600 of 600 connections held for ever',
  async run({ address }, { sockets }) {
    const { hostname, port } = new URL(address);
    const open = new Set<Socket>();
    for (let i = 0; i < sockets; i++) {
      const socket = connect(Number(port), hostname);
      open.add(socket);
      socket.on('connect', () => i % 2 === 0 && socket.write('GET / HTTP/1.1\r\n'));
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
      socket.resume();
    }
    await sleep(HEADERS_AND_TWO_CHECKS_MS);
    const held = open.size;
    for (const socket of open) socket.destroy();
    return { got: `${held} of ${sockets} connections held`, isTooMuch: held > 0 };
  },
};

const PEOPLE = 150;
const AT_ONCE = 10;

/** No attack, but what a defense must not break. */
export const arena: Attack = {
  name: 'An honest arena registers and logs in behind one address',
  before: '60 of 150 people got in within the hour',
  async run(site) {
    const ip = randomIp();
    let [arrived, inside] = [0, 0];
    const enter = async () => {
      while (arrived < PEOPLE) {
        arrived += 1;
        const person = createAttacker(site, ip);
        try {
          const email = await register(person);
          const body = { identifier: email, password: PASSWORD };
          if ((await person.call(accountEndpoints.logIn, { body })).status === 200) inside += 1;
        } catch {
          // A failed call counts as a person who did not get in.
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, enter));
    return { got: `${inside} of ${PEOPLE} people got in`, isTooMuch: inside < PEOPLE };
  },
};
