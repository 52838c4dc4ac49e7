import { createHash, type KeyObject, verify } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { quote, SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { getIdAttribute, type SignedAssertion } from './find-signed-assertion.ts';
import { XML_SIGNATURE } from './read-signature.ts';
import { digestAlgorithms, signatureAlgorithms } from './signature-algorithms.ts';

/**
 * Returns the octets that one of the keys signed: the canonical assertion without its signature and comments. The
 * user's identity is read only from these octets. The message must have been accepted by `readXml`.
 */
export const verifySignature = (
  message: string,
  { assertion, signature }: SignedAssertion,
  keys: readonly KeyObject[],
): string => {
  const signedXml = new SignedXml({ publicCert: keys[0]! });
  signedXml.idAttributes = [getIdAttribute(assertion)];
  const { keyType, hash } = signatureAlgorithms.get(signature.algorithm)!;
  const matchingKeys = keys.filter(({ asymmetricKeyType }) => asymmetricKeyType === keyType);

  // The library supports more algorithms than Ronda accepts, so it gets only the two that were checked.
  signedXml.HashAlgorithms = {
    [signature.digestAlgorithm]: createHashAlgorithm(digestAlgorithms.get(signature.digestAlgorithm)!),
  };
  signedXml.SignatureAlgorithms = { [signature.algorithm]: createSignatureAlgorithm(matchingKeys, hash) };

  signedXml.loadSignature(findSignatureNode(message));
  if (!signedXml.checkSignature(message)) {
    throw new SignInDeniedError('the assertion was changed after it was signed: its digest differs');
  }
  const [octets, second] = signedXml.getSignedReferences();
  if (!octets || second !== undefined)
    throw new SignInDeniedError('the signature does not cover exactly one assertion');
  return octets;
};

/** A second line of defence after `readXml`: xmldom reports the malformed XML that it repairs. */
const findSignatureNode = (message: string) => {
  const parser = new DOMParser({
    errorHandler: (level, details) => {
      throw new SignInDeniedError(`the message is not acceptable XML: ${quote(`${level} ${details}`)}`);
    },
  });
  return parser.parseFromString(message).getElementsByTagNameNS(XML_SIGNATURE, 'Signature')[0]!;
};

const createHashAlgorithm = (hash: string) =>
  class {
    getAlgorithmName = () => hash;
    getHash = (octets: string) => createHash(hash).update(octets, 'utf8').digest('base64');
  };

const createSignatureAlgorithm = (keys: readonly KeyObject[], hash: string) =>
  class implements SignatureAlgorithm {
    getAlgorithmName = () => hash;
    getSignature = () => {
      throw new Error('this service signs nothing');
    };
    verifySignature = (signedInfo: string, _key: unknown, signature: string): boolean => {
      const signatureBytes = Buffer.from(signature, 'base64');
      // An elliptic curve signature in XML consists of two concatenated numbers, not DER.
      const matches = (key: KeyObject) =>
        verify(hash, Buffer.from(signedInfo), { key, dsaEncoding: 'ieee-p1363' }, signatureBytes);
      if (keys.some(matches)) return true;
      throw new SignInDeniedError('the signature does not match any of the configured certificates');
    };
  };
