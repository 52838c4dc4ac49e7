import { type KeyObject, X509Certificate } from 'node:crypto';
import { inEnglish, type Sentence, sentence } from '#sentences/sentence.ts';

/** What is wrong with a certificate that somebody wants to configure, as the rest of a sentence about it. */
export class UnusableCertificate extends Error {
  readonly sentence: Sentence;

  constructor(what: Sentence) {
    super(inEnglish(what));
    this.name = 'UnusableCertificate';
    this.sentence = what;
  }
}

const PEM = /^\s*-----BEGIN CERTIFICATE-----\s([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/;
const LONGEST_PEM = 16 * 1024;
const CURVES: readonly unknown[] = ['prime256v1', 'secp384r1', 'secp521r1'];
const FEWEST_RSA_BITS = 2048;

/**
 * The key that a configured certificate is about. Who configures it trusts it until it is taken out: that its days are
 * over says nothing, and identity providers sign with such certificates.
 *
 * @throws UnusableCertificate
 */
export const readSigningKey = (pem: string): KeyObject => {
  const key = readCertificate(pem).publicKey;
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa') {
    if (modulusLength >= FEWEST_RSA_BITS) return key;
    throw new UnusableCertificate(
      sentence`has an RSA key of ${modulusLength} bits; ${FEWEST_RSA_BITS} is the least that is accepted`,
    );
  }
  if (key.asymmetricKeyType === 'ec') {
    if (CURVES.includes(namedCurve)) return key;
    throw new UnusableCertificate(
      sentence`has a key on the curve ${String(namedCurve)}; P-256, P-384 and P-521 are accepted`,
    );
  }
  throw new UnusableCertificate(
    sentence`has a key of type ${String(key.asymmetricKeyType)}; RSA (PKCS #1) and elliptic curves are accepted`,
  );
};

const readCertificate = (pem: string): X509Certificate => {
  if (pem.length > LONGEST_PEM)
    throw new UnusableCertificate(sentence`is longer than ${LONGEST_PEM} characters`);
  if (pem.includes('PRIVATE KEY-----')) {
    throw new UnusableCertificate(sentence`holds a private key; the identity provider keeps that for itself`);
  }
  if (pem.split('-----BEGIN').length > 2) {
    throw new UnusableCertificate(
      sentence`holds more than one certificate; give each as an element of its own`,
    );
  }
  const base64 = PEM.exec(pem)?.[1];
  if (base64 === undefined) {
    throw new UnusableCertificate(
      sentence`is no certificate in PEM, which begins with -----BEGIN CERTIFICATE----- and ends with -----END CERTIFICATE-----`,
    );
  }
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw new UnusableCertificate(
      sentence`is no X.509 certificate: what stands between its first and last line cannot be read`,
    );
  }
};
