import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** An identity provider's key pair and certificate. */
export type SigningIdentity = { privateKey: KeyObject; certificate: string };

/** Creates a key and a self-signed certificate. Node can read certificates but not create them. */
export const createSigningIdentity = (
  keyType: 'rsa' | 'ec' = 'rsa',
  { bits = 2048, curve = 'P-256' }: { bits?: number; curve?: string } = {},
): SigningIdentity => {
  const { privateKey, publicKey } =
    keyType === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: bits })
      : generateKeyPairSync('ec', { namedCurve: curve });
  return { privateKey, certificate: createSelfSignedCertificate(privateKey, publicKey) };
};

/** Creates a version 1 certificate, which is sufficient here (RFC 5280, 4.1). */
export const createSelfSignedCertificate = (privateKey: KeyObject, publicKey: KeyObject): string => {
  const digestAlgorithm = privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  const algorithm = sequence(...SIGNATURE_ALGORITHMS[privateKey.asymmetricKeyType!]!);
  const name = sequence(set(sequence(oid('550403'), utf8('Test identity provider'))));
  const certificateInfo = sequence(
    encodeDer(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(utcTime('250101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign(digestAlgorithm, certificateInfo, privateKey);
  return formatPem(
    sequence(certificateInfo, algorithm, encodeDer(0x03, Buffer.concat([Buffer.from([0]), signature]))),
  );
};

/** DER object identifiers: RSA with SHA-256 (followed by its NULL parameters), ECDSA with SHA-256, Ed25519. */
const SIGNATURE_ALGORITHMS: Readonly<Record<string, readonly Buffer[]>> = {
  rsa: [Buffer.from('06092a864886f70d01010b', 'hex'), Buffer.from('0500', 'hex')],
  ec: [Buffer.from('06082a8648ce3d040302', 'hex')],
  ed25519: [Buffer.from('06032b6570', 'hex')],
};

/** Encodes a DER value: tag, length and content. */
const encodeDer = (tag: number, content: Buffer): Buffer => {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, content]);
};

const sequence = (...parts: Buffer[]) => encodeDer(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]) => encodeDer(0x31, Buffer.concat(parts));
const oid = (hexadecimal: string) => encodeDer(0x06, Buffer.from(hexadecimal, 'hex'));
const utf8 = (text: string) => encodeDer(0x0c, Buffer.from(text));
const utcTime = (text: string) => encodeDer(0x17, Buffer.from(text));

const formatPem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`;
