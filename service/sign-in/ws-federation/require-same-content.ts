import { SignInDenied } from '#service/sign-in/sign-in-denied.ts';
import { XML_SIGNATURE } from './read-signature.ts';
import { elementsOf, isNamed, type XmlElement } from './xml-element.ts';

/**
 * Two parsers have read the message, this service's and the library's. The content canonicalised by the library must be the same as the assertion
 * found by this service, without its signature.
 */
export const requireSameContent = (verified: XmlElement, found: XmlElement): void => {
  const sent = elementsOf(found).filter((child) => !isNamed(child, XML_SIGNATURE, 'Signature'));
  const isSame =
    isNamed(verified, found.namespace, found.name) &&
    JSON.stringify([verified.attributes, elementsOf(verified)]) === JSON.stringify([found.attributes, sent]);
  if (!isSame) throw new SignInDenied('the signed content differs from the assertion in the message');
};
