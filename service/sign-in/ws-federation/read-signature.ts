import { quoted, SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import {
  digestAlgorithms,
  ENVELOPED_SIGNATURE,
  EXCLUSIVE_C14N,
  exclusiveCanonicalizations,
  signatureAlgorithms,
} from './signature-algorithms.ts';
import { elementsOf, isNamed, nameOf, readAttribute, textOf, type XmlElement } from './xml-element.ts';

/** What a signature says of itself, in the names of its algorithms. */
export type Signature = { algorithm: string; digestAlgorithm: string };

export const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
/** Each of them is compared with each name of the assertion. */
const LONGEST_PREFIX_LIST = 200;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Reads a signature that has nothing but what a signature of one whole assertion has: one SignedInfo with one reference,
 * to that id. Certificates that it carries are not looked at: keys come from the configuration (L14).
 */
export const readSignature = (signature: XmlElement, id: string): Signature => {
  const hasKeyInfo = elementsOf(signature).length > 2;
  const [signedInfo, signatureValue] = partsOf(
    signature,
    hasKeyInfo ? ['SignedInfo', 'SignatureValue', 'KeyInfo'] : ['SignedInfo', 'SignatureValue'],
  );
  refuseUnlessBase64(signatureValue!);
  const [canonicalization, method, reference] = partsOf(signedInfo!, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  refuseUnlessExclusive(canonicalization!);
  const [transforms, digestMethod, digestValue] = partsOf(reference!, [
    'Transforms',
    'DigestMethod',
    'DigestValue',
  ]);
  const uri = readAttribute(reference!, 'URI');
  if (uri !== `#${id}`) {
    throw new SignInRefused(
      `the signature is about ${quoted(uri)}, and the id of the assertion is ${quoted(id)}`,
    );
  }
  refuseUnlessBase64(digestValue!);

  const [enveloped, exclusive] = partsOf(transforms!, ['Transform', 'Transform']);
  const first = algorithmOf(enveloped!);
  if (first !== ENVELOPED_SIGNATURE) throw notAccepted('transform', first);
  partsOf(enveloped!, []);
  refuseUnlessExclusive(exclusive!);

  const algorithm = algorithmOf(method!);
  if (!signatureAlgorithms.has(algorithm)) throw notAccepted('signature algorithm', algorithm);
  partsOf(method!, []);
  const digestAlgorithm = algorithmOf(digestMethod!);
  if (!digestAlgorithms.has(digestAlgorithm)) throw notAccepted('digest algorithm', digestAlgorithm);
  partsOf(digestMethod!, []);
  return { algorithm, digestAlgorithm };
};

/** The elements in an element of a signature, which must be these, in this order. */
const partsOf = (parent: XmlElement, names: readonly string[]): XmlElement[] => {
  const parts = elementsOf(parent);
  const isSo =
    names.length === parts.length && names.every((name, at) => isNamed(parts[at]!, XML_SIGNATURE, name));
  if (isSo) return parts;
  const found = parts.slice(0, 5).map(nameOf).join(', ') || 'nothing';
  throw new SignInRefused(
    `${nameOf(parent)} of the signature must hold ${names.join(', ') || 'nothing'}, and holds ${found}`,
  );
};

/** Some providers name prefixes here that are to be kept though no name uses them. */
const refuseUnlessExclusive = (method: XmlElement): void => {
  const algorithm = algorithmOf(method);
  if (!exclusiveCanonicalizations.includes(algorithm)) throw notAccepted(nameOf(method), algorithm);
  const [prefixes, second] = elementsOf(method);
  if (prefixes === undefined) return;
  const isKnown =
    isNamed(prefixes, EXCLUSIVE_C14N, 'InclusiveNamespaces') && elementsOf(prefixes).length === 0;
  const isShort = readAttribute(prefixes, 'PrefixList').length <= LONGEST_PREFIX_LIST;
  if (!isKnown || !isShort || second !== undefined) {
    throw new SignInRefused(
      `${nameOf(method)} of the signature holds ${nameOf(prefixes)}, which is not understood`,
    );
  }
};

/** The library takes the first attribute of this local name, so there may be no other. */
const algorithmOf = (method: XmlElement): string => {
  if (method.attributes.length === 1) return readAttribute(method, 'Algorithm');
  throw new SignInRefused(`${nameOf(method)} of the signature must have an Algorithm and no other attribute`);
};

const notAccepted = (what: string, algorithm: string) =>
  new SignInRefused(`the signature has the ${what} ${quoted(algorithm)}, which is not accepted`);

const refuseUnlessBase64 = (element: XmlElement): void => {
  if (!BASE64.test(textOf(element).replaceAll(/[ \t\r\n]/g, '')))
    throw new SignInRefused(`${nameOf(element)} is not base64`);
};
