import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '#server/context.ts';
import type { FastPath } from '#server/platform/http/create-http.ts';
import { type Bytes, sendBytes } from '#server/platform/http/send-bytes.ts';
import { httpSeconds } from '#server/platform/operations/metrics.ts';
import { nameRoute } from '#server/platform/operations/telemetry.ts';
import { ANYONE, type Variant } from '#server/platform/security/image-tokens.ts';
import { findGrant, findImage, type ImageAddress, type ServeContext } from './serve-images.ts';

type Serving = Context & ServeContext;

/** The route of the contract, so that metrics of both paths have one name. */
const ROUTE = '/api/images/:a/:b';
const IMAGE_URL =
  /^\/api\/images\/([0-9a-f-]{36})\/([1-9]\d{0,14})\.(thumb|preview|cover-(?:480|960|1440))\?auth=([\w.-]+)$/;

/**
 * Serves valid picture requests without the framework, because a page asks for hundreds of thumbs and the framework's
 * hooks cost as much as reading the file. All other requests, including refused ones, take the normal route.
 */
export function createImageFastPath(serving: Serving): FastPath {
  return function fastPath(request, response, handOn) {
    if (request.method !== 'GET' || request.headers.authorization !== undefined) {
      return handOn(request, response);
    }
    const [, folderUuid = '', id, variant, token = ''] = IMAGE_URL.exec(request.url ?? '') ?? [];
    if (!id) return handOn(request, response);
    nameRoute(request, ROUTE);
    const end = httpSeconds.startTimer({ method: 'GET', route: ROUTE });
    const address = { folderUuid, imageId: Number(id), variant: variant as Variant };
    answer(serving, address, token, request, response).then(
      (isAnswered) => {
        if (isAnswered) end({ status: String(response.statusCode) });
        else handOn(request, response);
      },
      (error) => {
        // The normal route answers with the error, unless a part of the picture is sent already.
        if (!response.headersSent) return handOn(request, response);
        serving.log.error({ err: error }, 'sending a picture failed');
        response.destroy();
      },
    );
  };
}

async function answer(
  context: Serving,
  address: ImageAddress,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const grant = findGrant(context, address, token);
  if (!grant) return false;
  if ((await context.imageAccess.check(grant, address.imageId)) !== 'open') return false;
  // Their pictures are counted by network too, which only the normal route knows.
  if (grant.userId !== ANYONE && !(await context.imageAccess.isVerified(grant))) return false;
  if (context.meter.take(grant, address.variant) > 0) return false;
  const giveBack = () => context.meter.giveBack(grant, address.variant);
  let picture: Bytes | undefined;
  try {
    picture = await findImage(context, address, grant);
  } finally {
    if (!picture) giveBack();
  }
  if (!picture) return false;
  await sendBytes(request, response, picture);
  if (response.statusCode === 304) giveBack();
  return true;
}
