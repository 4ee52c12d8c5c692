// Sends small frames by FTPS from four cameras while connections are cut, processes killed and, where root runs this, the disk
// filled, and counts what was lost or doubled: npm run chaos:cameras -- --frames 10000
import { parseArgs } from 'node:util';
import { buildEvent } from '#server/testing/catalogue-factories.ts';
import { mountSmallDisk } from '#server/testing/small-disk.ts';
import { logIn, makePasses, startBenchApp } from '../bench/bench-app.ts';
import { sendThroughFaults } from './camera-faults.ts';

const CAMERAS = 4;
const SAY_EVERY = 500;
const FRAMES_PER_KILL = 400;
const DISK_BYTES = 512 * 1024 ** 2;

const { values } = parseArgs({ options: { frames: { type: 'string', default: '1000' } } });
const frames = Number(values.frames);
if (!Number.isInteger(frames) || frames < 1 || frames > 20_000) throw new Error('--frames is 1 to 20000');

const disk = mountSmallDisk(DISK_BYTES);
process.once('exit', () => disk?.remove());
const site = await startBenchApp({}, disk ? { DATA_DIR: disk.folder } : {});
try {
  const { id: eventId } = await buildEvent(site);
  const passIds = await makePasses(await logIn(site, 'super'), eventId, CAMERAS);
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const onFrame = (arrived: number) => {
    if (arrived % SAY_EVERY === 0) console.log(`${arrived} of ${frames} frames after ${seconds()} s`);
  };
  const { lost, doubled, ...faults } = await sendThroughFaults(site, {
    eventId,
    passIds,
    frames,
    framesPerKill: FRAMES_PER_KILL,
    disk,
    onFrame,
  });
  console.log(
    `${frames} frames in ${seconds()} s, ${faults.cuts} connections cut, ${faults.kills} processes killed, ` +
      `the disk full ${faults.fullDisks} times, ${faults.refusals} sent again: ${lost} lost, ${doubled} doubled`,
  );
  process.exitCode = lost + doubled === 0 ? 0 : 1;
} finally {
  await site.stop();
}
