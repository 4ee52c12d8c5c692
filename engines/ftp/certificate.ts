import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

/** Cameras of several years ago know no other kind of key. */
const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const DAY_MS = 86_400_000;
const VALID_DAYS = 3_650;

/** A certificate that nobody vouches for: cameras ask once whether to trust it. */
export async function makeCertificate(host: string): Promise<{ key: string; cert: string }> {
  // Needed once in the life of a site, and the library below does not load without the first.
  await import('reflect-metadata');
  const { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } = await import(
    '@peculiar/x509'
  );
  const keys = (await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair;
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: randomBytes(12).toString('hex'),
      name: `CN=${host}`,
      notBefore: new Date(Date.now() - DAY_MS),
      notAfter: new Date(Date.now() + VALID_DAYS * DAY_MS),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [new SubjectAlternativeNameExtension([{ type: isIP(host) ? 'ip' : 'dns', value: host }])],
    },
    webcrypto as Crypto,
  );
  const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { key, cert: certificate.toString('pem') };
}
