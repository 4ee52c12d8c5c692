import { privacyEndpoints } from '#contract/endpoints/privacy.ts';
import type { ErrorBody } from '#contract/error-body.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { closeSession, readSession } from '#web/lib/session.ts';

export type FetchedFile = { name: string; file: Blob };

/** Reads the zip as it arrives, without the time limit of other calls, because it can be long. */
export async function fetchExport(
  onProgress: (receivedBytes: number) => void,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const { token } = readSession();
  const response = await send(token, signal);
  if (!response.ok) {
    const error = await readError(response);
    if (error.status === 401 && readSession().token === token) closeSession();
    throw error;
  }
  const parts: BlobPart[] = [];
  let receivedBytes = 0;
  for (const reader = response.body?.getReader(); reader; ) {
    const { done, value } = await reader.read().catch(() => {
      throw unreachable();
    });
    if (done) break;
    parts.push(value);
    receivedBytes += value.length;
    onProgress(receivedBytes);
  }
  return { name: nameOf(response), file: new Blob(parts, { type: 'application/zip' }) };
}

async function send(token: string | undefined, signal: AbortSignal): Promise<Response> {
  try {
    const headers = token ? { authorization: `Bearer ${token}` } : undefined;
    return await fetch(`/api${privacyEndpoints.exportMyData.path}`, { headers, signal });
  } catch {
    throw unreachable();
  }
}

function unreachable(): ApiError {
  return new ApiError({ status: 0, code: 'network_error', message: 'The download was interrupted.' });
}

async function readError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined;
  return new ApiError({
    status: response.status,
    code: body?.error?.code ?? 'unknown',
    message: body?.error?.message ?? 'Something went wrong. Please try again.',
  });
}

function nameOf(response: Response): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return encoded ? decodeURIComponent(encoded) : 'my data.zip';
}
