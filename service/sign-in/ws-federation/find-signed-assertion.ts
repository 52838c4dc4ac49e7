import { quote, SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { readSignature, type Signature, XML_SIGNATURE } from './read-signature.ts';
import {
  encryptionNotSupported,
  formatName,
  isNamed,
  listElements,
  readAttribute,
  readElements,
  requireSingleChild,
  type XmlElement,
} from './xml-element.ts';

export const SAML_1 = 'urn:oasis:names:tc:SAML:1.0:assertion';
export const SAML_2 = 'urn:oasis:names:tc:SAML:2.0:assertion';

const WS_TRUST_2005 = 'http://schemas.xmlsoap.org/ws/2005/02/trust';
const WS_TRUST_13 = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';

/** A response may contain at most one element with each name, in any namespace. Wrapping attacks need a second one. */
const SINGLE_ELEMENTS = ['RequestedSecurityToken', 'Assertion', 'Signature', 'SignedInfo'];

/** An xs:ID, limited to ASCII because the signature library inserts it into an XPath expression. */
const ID_PATTERN = /^[A-Za-z_][A-Za-z0-9_.-]{0,255}$/;

export type SignedAssertion = { assertion: XmlElement; id: string; signature: Signature };

/** Accepts an assertion and signature only where WS-Trust and SAML define them. Does not verify the signature. */
export const findSignedAssertion = (message: XmlElement): SignedAssertion => {
  const elements = listElements(message);
  const assertion = findAssertion(message);
  for (const name of SINGLE_ELEMENTS) {
    const count = elements.filter((element) => element.name === name).length;
    if (count > 1) throw new SignInDeniedError(`the message has ${count} ${name} elements`);
  }
  const id = requireId(assertion);
  const idAttributes = elements.flatMap(({ attributes }) =>
    attributes.filter(({ name, value }) => isId(name) && value === id),
  );
  if (idAttributes.length > 1)
    throw new SignInDeniedError(`the message has more than one element with the ID ${quote(id)}`);

  const signature = readElements(assertion).find((child) => isNamed(child, XML_SIGNATURE, 'Signature'));
  if (signature === undefined) throw new SignInDeniedError('the assertion is not signed');
  return { assertion, id, signature: readSignature(signature, id) };
};

export const requireId = (assertion: XmlElement): string => {
  const id = readAttribute(assertion, getIdAttribute(assertion));
  if (!ID_PATTERN.test(id)) {
    throw new SignInDeniedError(`the ID of the assertion, ${quote(id)}, is not accepted`);
  }
  return id;
};

export const getIdAttribute = ({ namespace }: XmlElement): 'ID' | 'AssertionID' =>
  namespace === SAML_2 ? 'ID' : 'AssertionID';

/** Matches every attribute that a parser might treat as an ID, including `xml:id` and `wsu:Id`. */
const isId = (name: string) => /^(?:assertion)?id$/i.test(name);

const findAssertion = (message: XmlElement): XmlElement => {
  const token = requireSingleChild(findResponse(message), message.namespace, 'RequestedSecurityToken');
  const [assertion, second] = readElements(token);
  if (assertion === undefined || second !== undefined) {
    throw new SignInDeniedError('RequestedSecurityToken must contain exactly one assertion');
  }
  if (/^Encrypted/.test(assertion.name)) throw encryptionNotSupported(assertion);
  if (isNamed(assertion, SAML_2, 'Assertion')) {
    const version = readAttribute(assertion, 'Version');
    if (version === '2.0') return assertion;
    throw new SignInDeniedError(`the assertion has the SAML version ${quote(version)}`);
  }
  if (isNamed(assertion, SAML_1, 'Assertion')) {
    const version = `${readAttribute(assertion, 'MajorVersion')}.${readAttribute(assertion, 'MinorVersion')}`;
    if (version === '1.1') return assertion;
    throw new SignInDeniedError(`the assertion has the SAML version ${quote(version)}`);
  }
  throw new SignInDeniedError(
    `the token is ${formatName(assertion)} of ${quote(assertion.namespace)}, not a SAML assertion`,
  );
};

const findResponse = (message: XmlElement): XmlElement => {
  if (isNamed(message, WS_TRUST_2005, 'RequestSecurityTokenResponse')) return message;
  if (isNamed(message, WS_TRUST_13, 'RequestSecurityTokenResponseCollection')) {
    const [response, second] = readElements(message);
    if (response && second === undefined && isNamed(response, WS_TRUST_13, 'RequestSecurityTokenResponse')) {
      return response;
    }
    throw new SignInDeniedError('the collection must contain exactly one RequestSecurityTokenResponse');
  }
  throw new SignInDeniedError(
    `the message is ${formatName(message)} of ${quote(message.namespace)}, not a WS-Trust response`,
  );
};
