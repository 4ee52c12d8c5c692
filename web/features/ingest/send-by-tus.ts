import type { DetailedError, Upload, UploadOptions } from 'tus-js-client';
import { UPLOADS_PATH } from '#contract/endpoints/ingest.ts';
import type { SendFailure, SendFile } from './upload-state.ts';

const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000];
const WORTH_RETRYING = new Set([409, 423, 429]);
const MAX_REASON_LENGTH = 200;

function statusOf(error: unknown): number {
  return (error as Partial<DetailedError>).originalResponse?.getStatus() ?? 0;
}

function reasonOf(error: unknown): string {
  const body = (error as Partial<DetailedError>).originalResponse?.getBody() ?? '';
  try {
    const message: unknown = JSON.parse(body).error.message;
    if (typeof message === 'string') return message;
  } catch {
    // A proxy may answer with plain text, which then is the reason.
  }
  return body.trim().slice(0, MAX_REASON_LENGTH) || `The server answered with status ${statusOf(error)}.`;
}

function failureOf(error: unknown, endedStatus: number): SendFailure {
  const status = statusOf(error);
  if (status === endedStatus) return { kind: 'login', reason: reasonOf(error) };
  if (status === 0 && !navigator.onLine) return { kind: 'offline', reason: 'You are offline.' };
  if (status === 0) return { kind: 'network', reason: 'The connection was lost.' };
  if (status >= 502) return { kind: 'network', reason: 'The server did not respond.' };
  return { kind: 'refused', reason: reasonOf(error) };
}

function isWorthRetrying(error: unknown): boolean {
  const status = statusOf(error);
  return status === 0 ? navigator.onLine : status >= 500 || WORTH_RETRYING.has(status);
}

type Right = {
  /** Proves the right. It is called for every request, so that a waiting upload uses the new login. */
  readHeaders: () => Record<string, string>;
  /** The status of answers once the right has ended. */
  endedStatus: number;
};
type Order = { file: File; batchId: string; on: Parameters<SendFile>[2] };

function optionsFor({ readHeaders, endedStatus }: Right, { file, batchId, on }: Order): UploadOptions {
  return {
    endpoint: new URL(UPLOADS_PATH, window.location.origin).href,
    metadata: { batch: batchId, filename: file.name },
    retryDelays: RETRY_DELAYS_MS,
    // Partial uploads belong to a batch, so the same file for another album starts over.
    fingerprint: async () => ['encore', batchId, file.name, file.size, file.lastModified].join('-'),
    removeFingerprintOnSuccess: true,
    onBeforeRequest: (request) => {
      for (const [name, value] of Object.entries(readHeaders())) request.setHeader(name, value);
    },
    onShouldRetry: isWorthRetrying,
    onProgress: on.progress,
    onSuccess: on.sent,
    onError: (error) => on.failed(failureOf(error, endedStatus)),
  };
}

async function prepareUpload(file: File, options: UploadOptions): Promise<Upload> {
  const tus = await import('tus-js-client');
  const upload = new tus.Upload(file, options);
  const [earlier] = await upload.findPreviousUploads();
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  return upload;
}

export const sendByTus =
  (right: Right): SendFile =>
  (file, batchId, on) => {
    let prepared: Promise<Upload> | undefined;
    let isWanted = false;
    const end = (shouldTerminate: boolean) => {
      isWanted = false;
      void prepared?.then((upload) => upload.abort(shouldTerminate)).catch(() => undefined);
    };
    return {
      start() {
        isWanted = true;
        prepared ??= prepareUpload(file, optionsFor(right, { file, batchId, on }));
        prepared
          .then((upload) => isWanted && upload.start())
          .catch((error: unknown) => on.failed({ kind: 'refused', reason: String(error) }));
      },
      pause: () => end(false),
      discard: () => end(true),
    };
  };
