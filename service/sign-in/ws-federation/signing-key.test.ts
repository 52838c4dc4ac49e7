import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createSelfSignedCertificate, createSigningIdentity } from '#service/testing/signing-identity.ts';
import { readSigningKey, UnusableCertificateError } from './signing-key.ts';

const rsa = createSigningIdentity();

test('certificates with RSA keys and with keys on NIST curves are accepted', () => {
  assert.equal(readSigningKey(rsa.certificate).asymmetricKeyType, 'rsa');
  for (const curve of ['P-256', 'P-384', 'P-521']) {
    assert.equal(readSigningKey(createSigningIdentity('ec', { curve }).certificate).asymmetricKeyType, 'ec');
  }
});

test('line breaks in a certificate and white space around it are ignored', () => {
  const base64 = rsa.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  for (const lines of [base64, base64.replaceAll(/.{76}/g, '$&\r\n  ')]) {
    const pem = ` \n-----BEGIN CERTIFICATE-----\r\n${lines}\n-----END CERTIFICATE-----\n\n`;
    assert.ok(readSigningKey(pem).equals(readSigningKey(rsa.certificate)));
  }
});

const edwards = generateKeyPairSync('ed25519');
const privatePem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const unusableCertificates: [string, string, RegExp][] = [
  ['an empty string', '', /is not a PEM certificate/],
  ['base64 alone', rsa.certificate.replaceAll(/-----[A-Z ]+-----/g, ''), /is not a PEM certificate/],
  ['a path', '/etc/ssl/adfs.pem', /is not a PEM certificate/],
  ['half of a certificate', rsa.certificate.slice(0, 500), /is not a PEM certificate/],
  ['invalid base64', rsa.certificate.replace('MII', '!II'), /is not a PEM certificate/],
  ['a public key', rsa.certificate.replaceAll('CERTIFICATE', 'PUBLIC KEY'), /is not a PEM certificate/],
  ['damaged base64', rsa.certificate.replace('MII', 'MIX'), /is not an X\.509 certificate/],
  [
    'two certificates',
    rsa.certificate.repeat(2),
    /more than one certificate; add each as a separate element/,
  ],
  ['a private key', privatePem, /contains a private key/],
  ['a certificate with its private key', rsa.certificate + privatePem, /contains a private key/],
  ['a very long string', `${rsa.certificate}${' '.repeat(20_000)}`, /longer than 16384 characters/],
  [
    'a short RSA key',
    createSigningIdentity('rsa', { bits: 1024 }).certificate,
    /RSA key of 1024 bits; at least 2048 are required/,
  ],
  [
    'a key on another curve',
    createSigningIdentity('ec', { curve: 'secp256k1' }).certificate,
    /curve secp256k1; P-256/,
  ],
  [
    'an Ed25519 key',
    createSelfSignedCertificate(edwards.privateKey, edwards.publicKey),
    /key of type ed25519; RSA/,
  ],
];

for (const [name, pem, reason] of unusableCertificates) {
  test(`${name} is rejected as a certificate, and the error contains the reason`, () => {
    assert.throws(
      () => readSigningKey(pem),
      (error) => error instanceof UnusableCertificateError && reason.test(error.message),
    );
  });
}
