import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import { XML_SIGNATURE } from './read-signature.ts';
import { elementsOf, isNamed, type XmlElement } from './xml-element.ts';

/**
 * Two readers have seen the message, ours and the library's. What the library has canonicalised must be what ours has
 * found: all of the assertion but for its signature.
 */
export const refuseUnlessSame = (verified: XmlElement, found: XmlElement): void => {
  const sent = elementsOf(found).filter((child) => !isNamed(child, XML_SIGNATURE, 'Signature'));
  const isSame =
    isNamed(verified, found.namespace, found.name) &&
    JSON.stringify([verified.attributes, elementsOf(verified)]) === JSON.stringify([found.attributes, sent]);
  if (!isSame) throw new SignInRefused('what is signed is not the assertion of the message');
};
