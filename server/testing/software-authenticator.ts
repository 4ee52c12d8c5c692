import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationOptions,
  CredentialAnswer,
  NewCredential,
  RegistrationOptions,
} from '#contract/entities/passkey.ts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Lies = {
  /** The response that a page of another site would send. */
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** The authenticator did not ask for a finger or a PIN. */
  isUnverified?: boolean;
  type?: string;
};

/** Answers like a browser with an authenticator behind it: ES256 keys, attestation `none`, a counter that rises. */
export function createAuthenticator(site: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = cborMap([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  let counter = 0;

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? new URL(site).origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, lies: Lies, credential?: Buffer) => {
    counter += 1;
    const flags = USER_PRESENT | (lies.isUnverified ? 0 : USER_VERIFIED) | (credential ? HAS_CREDENTIAL : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(Buffer.from(lies.rpId ?? rpId)), head, credential ?? Buffer.alloc(0)]);
  };

  return {
    id,
    /** A copy of the authenticator has the counter that the original had. */
    setCounter(value: number) {
      counter = value;
    },
    register({ rp, challenge }: RegistrationOptions, lies: Lies = {}): NewCredential {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', cborMap([])],
        ['authData', authenticatorData(rp.id, lies, credential)],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lies).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer({ rpId, challenge }: AuthenticationOptions, lies: Lies = {}): CredentialAnswer {
      const client = clientData('webauthn.get', challenge, lies);
      const data = authenticatorData(rpId, lies);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

type CborKey = number | string;
type EncodedMap = Buffer & { isMap?: true };

function cborMap(entries: [CborKey, CborKey | Buffer][]): EncodedMap {
  const parts = entries.flatMap(([key, value]) => [cbor(key), cbor(value)]);
  return Object.assign(Buffer.concat([cborHead(5, entries.length), ...parts]), { isMap: true as const });
}

function cbor(value: CborKey | EncodedMap): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
  return value.isMap ? value : Buffer.concat([cborHead(2, value.length), value]);
}

function cborHead(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}
