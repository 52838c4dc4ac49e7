import { createHash, type KeyObject, verify } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { quoted, SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import type { SignedAssertion } from './find-signed-assertion.ts';
import { idAttributeOf } from './find-signed-assertion.ts';
import { XML_SIGNATURE } from './read-signature.ts';
import { digestAlgorithms, signatureAlgorithms } from './signature-algorithms.ts';

/**
 * The octets that one of the keys has signed: the assertion in canonical form, without its signature and without
 * comments. What the message says of the user counts only as it stands in them.
 *
 * @param message a text that `readXml` has read
 */
export const verifySignature = (
  message: string,
  { assertion, signature }: SignedAssertion,
  keys: readonly KeyObject[],
): string => {
  const signedXml = new SignedXml({ publicCert: keys[0]! });
  signedXml.idAttributes = [idAttributeOf(assertion)];
  const { keyType, hash } = signatureAlgorithms.get(signature.algorithm)!;
  const fitting = keys.filter(({ asymmetricKeyType }) => asymmetricKeyType === keyType);

  // The library knows more algorithms than count. It is left the two that this signature names and that were accepted.
  signedXml.HashAlgorithms = {
    [signature.digestAlgorithm]: digestWith(digestAlgorithms.get(signature.digestAlgorithm)!),
  };
  signedXml.SignatureAlgorithms = { [signature.algorithm]: signedByOneOf(fitting, hash) };

  signedXml.loadSignature(signatureNodeOf(message));
  if (!signedXml.checkSignature(message)) {
    throw new SignInRefused('the assertion was changed after it was signed: its digest is another');
  }
  const [octets, second] = signedXml.getSignedReferences();
  if (!octets || second !== undefined) throw new SignInRefused('the signature is not about one assertion');
  return octets;
};

/** xmldom mends what it does not understand and says so. Nothing that needed it has come here; if it has, it ends here. */
const signatureNodeOf = (message: string) => {
  const parser = new DOMParser({
    errorHandler: (level, what) => {
      throw new SignInRefused(`the message is no XML that is accepted: ${quoted(`${level} ${what}`)}`);
    },
  });
  return parser.parseFromString(message).getElementsByTagNameNS(XML_SIGNATURE, 'Signature')[0]!;
};

const digestWith = (hash: string) =>
  class {
    getAlgorithmName = () => hash;
    getHash = (octets: string) => createHash(hash).update(octets, 'utf8').digest('base64');
  };

const signedByOneOf = (keys: readonly KeyObject[], hash: string) =>
  class implements SignatureAlgorithm {
    getAlgorithmName = () => hash;
    getSignature = () => {
      throw new Error('nothing is signed here');
    };
    verifySignature = (signedInfo: string, _key: unknown, signature: string): boolean => {
      const value = Buffer.from(signature, 'base64');
      // Signatures of XML with elliptic curves are two numbers side by side, not DER.
      const isMadeBy = (key: KeyObject) =>
        verify(hash, Buffer.from(signedInfo), { key, dsaEncoding: 'ieee-p1363' }, value);
      if (keys.some(isMadeBy)) return true;
      throw new SignInRefused('the signature was made by none of the configured certificates');
    };
  };
