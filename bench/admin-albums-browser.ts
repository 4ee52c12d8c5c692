/// <reference lib="dom" />
// Measures the album list in a real browser, which paints without a GPU.
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../scripts/chromium-flags.ts';
import { percentile } from './bench-app.ts';

const SETTLE_MS = 1_000;
const ROW = 'table[aria-label="Albums"] tbody tr[aria-rowindex] button';

export type Frames = { p50: number; p95: number; over33: number; frames: number; busyMsPerFrame: number };

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: CHROMIUM_FLAGS,
  });
}

/** Opens a context that is logged in and has an empty cache. */
export async function newVisitor(browser: Browser, address: string, token: string): Promise<BrowserContext> {
  const response = await fetch(`${address}/api/users/me`, { headers: { authorization: `Bearer ${token}` } });
  const user = await response.text();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: address });
  await context.addInitScript(
    ([jwt, me]) => {
      localStorage.setItem('ACCESS_TOKEN', jwt as string);
      localStorage.setItem('USER', me as string);
    },
    [token, user],
  );
  await context.addInitScript((row) => {
    const look = () => {
      if (document.querySelector(row)) {
        // A row that exists in this frame is painted in the next one.
        requestAnimationFrame(() => {
          Object.assign(window, { firstRowsMs: performance.now() });
        });
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, ROW);
  return context;
}

/** Measures from the start of the navigation to the frame that shows the first rows. */
export async function timeFirstRows(page: Page, path: string): Promise<number> {
  await page.goto(path);
  const shown = await page.waitForFunction(() => (window as { firstRowsMs?: number }).firstRowsMs);
  return (await shown.jsonValue()) as number;
}

/** Waits until the service worker has cached the files of the first visit. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForTimeout(SETTLE_MS);
}

async function recordFrames(page: Page, act: () => Promise<unknown>): Promise<Frames> {
  const devtools = await page.context().newCDPSession(page);
  // The thread's own clock leaves out the time used by other programs.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busySeconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  await page.evaluate(() => {
    const frames: number[] = [];
    const state = { frames, isOver: false };
    Object.assign(window, { recording: state });
    const note = (moment: number) => {
      frames.push(moment);
      if (!state.isOver) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const before = await busySeconds();
  await act();
  const busyMs = ((await busySeconds()) - before) * 1000;
  const moments = await page.evaluate(() => {
    const { recording } = window as unknown as { recording: { frames: number[]; isOver: boolean } };
    recording.isOver = true;
    return recording.frames;
  });
  await devtools.detach();
  const intervals = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
  return {
    p50: percentile(intervals, 0.5),
    p95: percentile(intervals, 0.95),
    over33: intervals.filter((interval) => interval > 34).length,
    frames: intervals.length,
    busyMsPerFrame: busyMs / intervals.length,
  };
}

export async function scrollByWheel(page: Page, turns: number): Promise<Frames> {
  await page.mouse.move(600, 500);
  return recordFrames(page, async () => {
    for (let turn = 0; turn < turns; turn++) {
      await page.mouse.wheel(0, 240);
      await page.waitForTimeout(16);
    }
  });
}

/** Drags the scroll bar from top to end, one step per frame. */
export function dragToEnd(page: Page, steps: number): Promise<Frames> {
  return recordFrames(page, () =>
    page.evaluate(async (count) => {
      const list = document.querySelector('table[aria-label="Albums"]')?.parentElement as HTMLElement;
      const distance = list.scrollHeight - list.clientHeight;
      for (let step = 0; step <= count; step++) {
        list.scrollTop = (distance * step) / count;
        await new Promise(requestAnimationFrame);
      }
    }, steps),
  );
}

/** Measures from the jump to the frame in which every visible row shows its album. */
export function timeJump(page: Page, share: number): Promise<number> {
  return page.evaluate(
    async ([to, row]) => {
      const list = document.querySelector('table[aria-label="Albums"]')?.parentElement as HTMLElement;
      const start = performance.now();
      list.scrollTop = list.scrollHeight * (to as number);
      const isFilled = () => {
        const box = list.getBoundingClientRect();
        const rows = [...list.querySelectorAll('tbody tr[aria-rowindex]')].filter((line) => {
          const { top, bottom } = line.getBoundingClientRect();
          return bottom > box.top + 40 && top < box.bottom;
        });
        return (
          rows.length > 10 &&
          rows.every((line) => line.querySelector((row as string).split(' ').at(-1) ?? ''))
        );
      };
      do await new Promise(requestAnimationFrame);
      while (!isFilled());
      return performance.now() - start;
    },
    [share, ROW],
  );
}
