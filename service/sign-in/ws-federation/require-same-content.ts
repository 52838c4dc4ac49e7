import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { XML_SIGNATURE } from './read-signature.ts';
import { isNamed, readElements, type XmlElement } from './xml-element.ts';

/** Requires that the signature library has verified what was parsed, apart from the signature. */
export const requireSameContent = (verifiedAssertion: XmlElement, parsedAssertion: XmlElement): void => {
  const children = readElements(parsedAssertion).filter(
    (child) => !isNamed(child, XML_SIGNATURE, 'Signature'),
  );
  const isSame =
    isNamed(verifiedAssertion, parsedAssertion.namespace, parsedAssertion.name) &&
    JSON.stringify([verifiedAssertion.attributes, readElements(verifiedAssertion)]) ===
      JSON.stringify([parsedAssertion.attributes, children]);
  if (!isSame) throw new SignInDeniedError('the signed content differs from the assertion in the message');
};
