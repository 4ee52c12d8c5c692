import { createHash, createHmac } from 'node:crypto';
import type { Config } from '#server/platform/config/config.ts';

export type PresignOptions = { seconds: number; contentType: string; contentDisposition: string };

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Makes an address that reads one object for a short time: AWS Signature Version 4 in query parameters. */
export function presignGet(
  { endpoint, region, bucket, keyId, secret }: NonNullable<Config['s3']>,
  key: string,
  { seconds, contentType, contentDisposition }: PresignOptions,
  now = new Date(),
): string {
  const url = new URL(endpoint ?? `https://${bucket}.s3.${region}.amazonaws.com`);
  const place = endpoint ? `${url.pathname.replace(/\/+$/, '')}/${bucket}/${key}` : `/${key}`;
  const path = place.split('/').map(encode).join('/');
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const query = [
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', `${keyId}/${scope}`],
    ['X-Amz-Date', time],
    ['X-Amz-Expires', String(seconds)],
    ['X-Amz-SignedHeaders', 'host'],
    ['response-content-disposition', contentDisposition],
    ['response-content-type', contentType],
  ]
    .map(([name = '', value = '']) => `${encode(name)}=${encode(value)}`)
    .join('&');
  const request = ['GET', path, query, `host:${url.host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const text = [ALGORITHM, time, scope, createHash('sha256').update(request).digest('hex')].join('\n');
  const signingKey = scope.split('/').reduce<Buffer | string>(mac, `AWS4${secret}`);
  return `${url.origin}${path}?${query}&X-Amz-Signature=${mac(signingKey, text).toString('hex')}`;
}

function mac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The signature wants every character encoded that RFC 3986 does not leave as it is. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
