import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { XML_SIGNATURE } from './read-signature.ts';
import { isNamed, readElements, type XmlElement } from './xml-element.ts';

/** What the library canonicalised must equal the assertion that we parsed, without its signature. */
export const requireSameContent = (verified: XmlElement, parsed: XmlElement): void => {
  const children = readElements(parsed).filter((child) => !isNamed(child, XML_SIGNATURE, 'Signature'));
  const isSame =
    isNamed(verified, parsed.namespace, parsed.name) &&
    JSON.stringify([verified.attributes, readElements(verified)]) ===
      JSON.stringify([parsed.attributes, children]);
  if (!isSame) throw new SignInDeniedError('the signed content differs from the assertion in the message');
};
