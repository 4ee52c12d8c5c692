import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type DetailedError, Upload } from 'tus-js-client';
import type { BodyOf, EndpointShape, ResponseOf } from '#contract/endpoint.ts';
import { type IngestBatch, UPLOADS_PATH } from '#contract/endpoints/ingest.ts';
import { PASS_HEADER, passEndpoints } from '#contract/endpoints/passes.ts';
import type { Report, Run } from '#server/modules/ingest/ingest-folder.ts';

const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];
const WORTH_RETRYING = new Set([409, 423, 429]);
const ASK_EVERY_MS = 1_000;
const NO_COUNTS: IngestBatch['counts'] = {
  received: 0,
  filed: 0,
  unsorted: 0,
  clock: 0,
  duplicate: 0,
  failed: 0,
};

/** Where a pass leads: the site and the secret. */
export type PassAddress = { origin: string; token: string };

/** Returns undefined unless the text is the address of a pass. */
export function readPassAddress(text: string): PassAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname, protocol } = new URL(text);
  const token = /^\/pass\/([\w-]{1,200})\/?$/.exec(pathname)?.[1];
  return token && /^https?:$/.test(protocol) ? { origin, token } : undefined;
}

/** Sends files to a site by a photographer's pass, with the protocol that its page uses. */
export async function startPassRun(pass: PassAddress, options: { files?: number } = {}): Promise<Run> {
  await call(pass, passEndpoints.openPass, { token: pass.token });
  const announce = (files: number) =>
    call(pass, passEndpoints.openPassBatch, { token: pass.token, total_files: files });
  const whole = options.files ? await announce(options.files) : undefined;
  const batches = new Map<string, IngestBatch>();
  if (whole) batches.set(whole.id, whole);
  const refused: Report['failed'] = [];
  const pathOf = new Map<string, string>();
  let askedAt = 0;

  /** Asks about uploads that are not finished, at most once a second unless it must be exact. */
  async function ask(isExact: boolean): Promise<void> {
    if (!isExact && Date.now() - askedAt < ASK_EVERY_MS) return;
    askedAt = Date.now();
    for (const { id, finished } of batches.values()) {
      if (finished) continue;
      batches.set(id, await call(pass, passEndpoints.getPassBatch, { token: pass.token, batch: id }));
    }
  }

  function countAll(): IngestBatch['counts'] {
    const sum = { ...NO_COUNTS };
    for (const { counts } of batches.values()) {
      for (const state of Object.keys(sum) as (keyof typeof sum)[]) sum[state] += counts[state];
    }
    return sum;
  }

  return {
    async take(path) {
      try {
        // A watched folder has no end, so each of its files is announced alone.
        const batch = whole ?? (await announce(1));
        if (!whole) batches.set(batch.id, batch);
        pathOf.set(`${batch.id} ${basename(path)}`, path);
        await sendFile(pass, batch.id, path);
      } catch (error) {
        refused.push({ path, reason: error instanceof Error ? error.message : String(error) });
      }
    },
    async countDone() {
      await ask(false);
      const { received, ...done } = countAll();
      return refused.length + Object.values(done).reduce((sum, count) => sum + count, 0);
    },
    async report() {
      await ask(true);
      const { filed, unsorted, clock, duplicate, received } = countAll();
      const broken = [...batches.values()].flatMap(({ id, problems }) =>
        problems
          .filter(({ state }) => state === 'failed')
          .map(({ name, reason }) => ({ path: pathOf.get(`${id} ${name}`) ?? name, reason: reason ?? '' })),
      );
      return {
        filed,
        unsorted,
        clock,
        duplicates: duplicate,
        failed: [...refused, ...broken],
        waiting: received,
      };
    },
  };
}

async function sendFile({ origin, token }: PassAddress, batch: string, path: string): Promise<void> {
  const file = await readFile(path);
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: new URL(UPLOADS_PATH, origin).href,
      headers: { [PASS_HEADER]: token },
      metadata: { batch, filename: basename(path) },
      uploadSize: file.length,
      retryDelays: RETRY_DELAYS_MS,
      onShouldRetry: (error) => {
        const status = statusOf(error);
        return status === 0 || status >= 500 || WORTH_RETRYING.has(status);
      },
      onSuccess: () => resolve(),
      onError: (error) => reject(new Error(reasonOf(error))),
    });
    upload.start();
  });
}

function statusOf(error: Partial<DetailedError>): number {
  return error.originalResponse?.getStatus() ?? 0;
}

function reasonOf(error: Partial<DetailedError>): string {
  const body = error.originalResponse?.getBody() ?? '';
  return messageIn(body) ?? (body.trim().slice(0, 200) || 'The site could not be reached.');
}

function messageIn(body: string): string | undefined {
  try {
    return JSON.parse(body).error?.message;
  } catch {
    return undefined;
  }
}

async function call<E extends EndpointShape>(
  { origin }: PassAddress,
  endpoint: E,
  body: BodyOf<E>,
): Promise<ResponseOf<E>> {
  const answer = await fetch(new URL(`/api${endpoint.path}`, origin), {
    method: endpoint.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(messageIn(text) ?? `The site answered with status ${answer.status}.`);
  return JSON.parse(text) as ResponseOf<E>;
}
