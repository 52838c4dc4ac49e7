import { quote, SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import {
  digestAlgorithms,
  ENVELOPED_SIGNATURE,
  EXCLUSIVE_C14N,
  exclusiveCanonicalizations,
  signatureAlgorithms,
} from './signature-algorithms.ts';
import {
  formatName,
  isNamed,
  readAttribute,
  readElements,
  readText,
  type XmlElement,
} from './xml-element.ts';

export type Signature = { algorithm: string; digestAlgorithm: string };

export const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
/** Prefix lists are capped: the signature library compares each prefix with every name in the assertion. */
const MAX_PREFIX_LIST_LENGTH = 200;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Accepts only one reference to this ID, and ignores certificates: the keys come from the configuration (L14). */
export const readSignature = (signature: XmlElement, id: string): Signature => {
  const hasKeyInfo = readElements(signature).length > 2;
  const [signedInfo, signatureValue] = requireChildren(
    signature,
    hasKeyInfo ? ['SignedInfo', 'SignatureValue', 'KeyInfo'] : ['SignedInfo', 'SignatureValue'],
  );
  requireBase64(signatureValue!);
  const [canonicalization, method, reference] = requireChildren(signedInfo!, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  requireExclusiveCanonicalization(canonicalization!);
  const [transforms, digestMethod, digestValue] = requireChildren(reference!, [
    'Transforms',
    'DigestMethod',
    'DigestValue',
  ]);
  const uri = readAttribute(reference!, 'URI');
  if (uri !== `#${id}`) {
    throw new SignInDeniedError(
      `the signature covers ${quote(uri)}, but the ID of the assertion is ${quote(id)}`,
    );
  }
  requireBase64(digestValue!);

  const [envelopedTransform, exclusiveTransform] = requireChildren(transforms!, ['Transform', 'Transform']);
  const transformAlgorithm = readAlgorithm(envelopedTransform!);
  if (transformAlgorithm !== ENVELOPED_SIGNATURE) throw createAlgorithmError('transform', transformAlgorithm);
  requireChildren(envelopedTransform!, []);
  requireExclusiveCanonicalization(exclusiveTransform!);

  const algorithm = readAlgorithm(method!);
  if (!signatureAlgorithms.has(algorithm)) throw createAlgorithmError('signature algorithm', algorithm);
  requireChildren(method!, []);
  const digestAlgorithm = readAlgorithm(digestMethod!);
  if (!digestAlgorithms.has(digestAlgorithm)) throw createAlgorithmError('digest algorithm', digestAlgorithm);
  requireChildren(digestMethod!, []);
  return { algorithm, digestAlgorithm };
};

/** Returns the child elements of an element in a signature, which must have exactly these names in this order. */
const requireChildren = (parent: XmlElement, names: readonly string[]): XmlElement[] => {
  const children = readElements(parent);
  const isExpected =
    names.length === children.length &&
    names.every((name, index) => isNamed(children[index]!, XML_SIGNATURE, name));
  if (isExpected) return children;
  const actual = children.slice(0, 5).map(formatName).join(', ') || 'nothing';
  throw new SignInDeniedError(
    `${formatName(parent)} of the signature must contain ${names.join(', ') || 'nothing'}, but contains ${actual}`,
  );
};

/** Requires exclusive canonicalization. Some providers list unused prefixes that the canonical form must keep. */
const requireExclusiveCanonicalization = (method: XmlElement): void => {
  const algorithm = readAlgorithm(method);
  if (!exclusiveCanonicalizations.includes(algorithm))
    throw createAlgorithmError(formatName(method), algorithm);
  const [prefixes, second] = readElements(method);
  if (prefixes === undefined) return;
  const isKnown =
    isNamed(prefixes, EXCLUSIVE_C14N, 'InclusiveNamespaces') && readElements(prefixes).length === 0;
  const isShort = readAttribute(prefixes, 'PrefixList').length <= MAX_PREFIX_LIST_LENGTH;
  if (!isKnown || !isShort || second !== undefined) {
    throw new SignInDeniedError(
      `${formatName(method)} of the signature contains ${formatName(prefixes)}, which is not supported`,
    );
  }
};

/** Reads the only attribute. The library reads the first attribute with this local name, so others are rejected. */
const readAlgorithm = (method: XmlElement): string => {
  if (method.attributes.length === 1) return readAttribute(method, 'Algorithm');
  throw new SignInDeniedError(
    `${formatName(method)} of the signature must have an Algorithm and no other attribute`,
  );
};

const createAlgorithmError = (role: string, algorithm: string) =>
  new SignInDeniedError(`the signature has the ${role} ${quote(algorithm)}, which is not accepted`);

const requireBase64 = (element: XmlElement): void => {
  if (!BASE64.test(readText(element).replaceAll(/[ \t\r\n]/g, '')))
    throw new SignInDeniedError(`${formatName(element)} is not base64`);
};
