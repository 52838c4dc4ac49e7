import { type KeyObject, X509Certificate } from 'node:crypto';
import { LocalizableError, msg } from '#i18n/message.ts';

/** The message is a predicate about the certificate, such as “is longer than 16384 characters”. */
export class UnusableCertificateError extends LocalizableError {
  override name = 'UnusableCertificateError';
}

const PEM = /^\s*-----BEGIN CERTIFICATE-----\s([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/;
const MAX_PEM_LENGTH = 16 * 1024;
const CURVES: readonly unknown[] = ['prime256v1', 'secp384r1', 'secp521r1'];
const MIN_RSA_BITS = 2048;

/** Reads a certificate's public key. Accepts expired certificates: some providers sign with them. */
export const readSigningKey = (pem: string): KeyObject => {
  const key = readCertificate(pem).publicKey;
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa') {
    if (modulusLength >= MIN_RSA_BITS) return key;
    throw new UnusableCertificateError(
      msg`has an RSA key of ${modulusLength} bits; at least ${MIN_RSA_BITS} are required`,
    );
  }
  if (key.asymmetricKeyType === 'ec') {
    if (CURVES.includes(namedCurve)) return key;
    throw new UnusableCertificateError(
      msg`has a key on the curve ${String(namedCurve)}; P-256, P-384 and P-521 are accepted`,
    );
  }
  throw new UnusableCertificateError(
    msg`has a key of type ${String(key.asymmetricKeyType)}; RSA (PKCS #1) and elliptic curves are accepted`,
  );
};

const readCertificate = (pem: string): X509Certificate => {
  if (pem.length > MAX_PEM_LENGTH)
    throw new UnusableCertificateError(msg`is longer than ${MAX_PEM_LENGTH} characters`);
  if (pem.includes('PRIVATE KEY-----')) {
    throw new UnusableCertificateError(msg`contains a private key; use only the certificate`);
  }
  if (pem.split('-----BEGIN').length > 2) {
    throw new UnusableCertificateError(
      msg`contains more than one certificate; add each as a separate element`,
    );
  }
  const base64 = PEM.exec(pem)?.[1];
  if (base64 === undefined) {
    throw new UnusableCertificateError(
      msg`is not a PEM certificate, which starts with -----BEGIN CERTIFICATE----- and ends with -----END CERTIFICATE-----`,
    );
  }
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw new UnusableCertificateError(msg`is not an X.509 certificate: its content cannot be read`);
  }
};
