import { randomInt, randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { renderSVG } from 'uqr';
import { callAs } from './purchases.ts';

export const ALBUMS = 6;
export const FRAMES_PER_ALBUM = 16;
const FRAMES_NEAR_BOUNDARY = 6;
const FRAMES_WITHOUT_TIME = 4;
export const NEEDS_SORTING = FRAMES_NEAR_BOUNDARY + FRAMES_WITHOUT_TIME;
/** Besides the photos of the albums and the unsorted ones, there are a photo of the clock page and a duplicate. */
export const FILES = ALBUMS * FRAMES_PER_ALBUM + NEEDS_SORTING + 2;
const MINUTES_BETWEEN = 10;
const FIRST_MINUTE = 9 * 60;
/** The clock of camera B is seven minutes slow. */
const CAMERAS = [
  { serial: 'BODY-A', minutesOff: 0 },
  { serial: 'BODY-B', minutesOff: -7 },
] as const;
const DAY = '2026-12-05';
const UTC_OFFSET_HOURS = 7;

/** Creates an event that no other journey uses. */
export async function createEvent(page: Page, day = DAY): Promise<{ id: number; program: string }> {
  const program = `Lantern ${randomUUID().slice(0, 8)}`;
  const { id } = await callAs(page, 'POST', '/events', {
    name: `${program} Open`,
    brand_name: 'Test Series',
    producer_name: 'Test Producer',
    venue_name: 'Test Hall',
    city: 'Denver',
    state: 'CO',
    start_date: day,
    time_zone: 'America/Denver',
  });
  return { id, program };
}

export function runningOrder(program: string): string {
  const rows = Array.from({ length: ALBUMS }, (_, i) => {
    const minute = FIRST_MINUTE + i * MINUTES_BETWEEN;
    return `${i + 1},${program},Team ${i + 1},Senior L${i + 1},${clock(minute * 60).slice(0, 5)}`;
  });
  return ['performance_order,program,team,division,planned_time', ...rows].join('\n');
}

/** Takes photos of six performances by two cameras, one of the clock page, ten unsorted ones, and a duplicate. */
export async function photographCompetition(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'encore-competition-'));
  const files: string[] = [];
  const shoot = async (camera: (typeof CAMERAS)[number], second: number | undefined, code?: string) => {
    const file = join(folder, `IMG_${String(files.length + 1).padStart(4, '0')}.jpg`);
    const cameraSecond = second === undefined ? undefined : second + camera.minutesOff * 60;
    await takePhoto(file, camera.serial, cameraSecond, code);
    files.push(file);
  };
  const [a, b] = CAMERAS;
  for (let album = 0; album < ALBUMS; album += 1) {
    const start = (FIRST_MINUTE + album * MINUTES_BETWEEN) * 60;
    for (let frame = 0; frame < FRAMES_PER_ALBUM; frame += 1) {
      await shoot(frame % 2 ? b : a, start + 60 + frame * 30);
    }
  }
  const boundary = (FIRST_MINUTE + MINUTES_BETWEEN) * 60;
  for (let i = 0; i < FRAMES_NEAR_BOUNDARY; i += 1) await shoot(i % 2 ? b : a, boundary - 12 + i * 4);
  for (let i = 0; i < FRAMES_WITHOUT_TIME; i += 1) await shoot(a, undefined);
  const clockSecond = (FIRST_MINUTE - 30) * 60;
  await shoot(b, clockSecond, `encore-clock:${instant(clockSecond)}`);
  const copy = join(folder, 'COPY_0001.jpg');
  copyFileSync(files[0] as string, copy);
  return [...files, copy];
}

export async function takePhoto(
  file: string,
  serial: string,
  second: number | undefined,
  code?: string,
  day = DAY,
): Promise<void> {
  const width = code ? 800 : 240;
  const height = code ? 600 : 160;
  const background = code ? '#ffffff' : { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  const dot = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  const overlay = code
    ? {
        input: await sharp(Buffer.from(renderSVG(code, { border: 2 })))
          .resize(480)
          .png()
          .toBuffer(),
      }
    : {
        input: { create: { width: 9, height: 9, channels: 3 as const, background: dot } },
        left: randomInt(width - 9),
        top: randomInt(height - 9),
      };
  await sharp({ create: { width, height, channels: 3, background } })
    .composite([overlay])
    .jpeg()
    .withExif({
      IFD0: { Make: 'Canon', Model: 'Canon EOS R6', Artist: 'Test Photographer' },
      IFD2: {
        BodySerialNumber: serial,
        ...(second === undefined ? {} : { DateTimeOriginal: `${day.replaceAll('-', ':')} ${clock(second)}` }),
      },
    })
    .toFile(file);
}

export function clock(second: number): string {
  return [second / 3600, (second / 60) % 60, second % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

function instant(second: number): string {
  return `${DAY}T${clock(second + UTC_OFFSET_HOURS * 3600)}.000Z`;
}
