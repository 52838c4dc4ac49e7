import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import {
  type AssertionFacts,
  type Confirmation,
  collectAttributes,
  parseInstant,
  parsePeriod,
} from './assertion-facts.ts';
import { SAML_2 } from './find-signed-assertion.ts';
import {
  findAttribute,
  findChildren,
  findOnlyChild,
  readAttribute,
  readText,
  requireOnlyChild,
  requireOnlyChildren,
  type XmlElement,
} from './xml-element.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

export const readSaml2Assertion = (assertion: XmlElement): AssertionFacts => {
  requireOnlyChildren(assertion, SAML_2, [
    'Issuer',
    'Subject',
    'Conditions',
    'Advice',
    'AttributeStatement',
    'AuthnStatement',
  ]);
  const subject = requireOnlyChild(assertion, SAML_2, 'Subject');
  requireOnlyChildren(subject, SAML_2, ['NameID', 'SubjectConfirmation']);
  const nameId = findOnlyChild(subject, SAML_2, 'NameID');
  const conditions = requireOnlyChild(assertion, SAML_2, 'Conditions');
  // OneTimeUse and ProxyRestriction need no handling: this server neither stores nor issues assertions.
  requireOnlyChildren(conditions, SAML_2, ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);
  return {
    issuer: readText(requireOnlyChild(assertion, SAML_2, 'Issuer')),
    period: parsePeriod(conditions),
    audiences: findChildren(conditions, SAML_2, 'AudienceRestriction').map((restriction) => {
      requireOnlyChildren(restriction, SAML_2, ['Audience']);
      return findChildren(restriction, SAML_2, 'Audience').map(readText);
    }),
    confirmations: findChildren(subject, SAML_2, 'SubjectConfirmation')
      .filter((confirmation) => findAttribute(confirmation, 'Method') === BEARER)
      .map(readConfirmation),
    sessionEnds: findChildren(assertion, SAML_2, 'AuthnStatement').flatMap(
      (statement) => parseInstant(statement, 'SessionNotOnOrAfter') ?? [],
    ),
    subject: nameId && readText(nameId),
    attributes: collectAttributes(
      findChildren(assertion, SAML_2, 'AttributeStatement').flatMap((statement) => {
        requireOnlyChildren(statement, SAML_2, ['Attribute']);
        return findChildren(statement, SAML_2, 'Attribute').map((attribute) => {
          requireOnlyChildren(attribute, SAML_2, ['AttributeValue']);
          return {
            name: readAttribute(attribute, 'Name'),
            values: findChildren(attribute, SAML_2, 'AttributeValue').map(readText),
          };
        });
      }),
    ),
  };
};

/** Entra sends no attributes here. An Address is ignored: it would be the browser's, which proxies change. */
const readConfirmation = (confirmation: XmlElement): Confirmation => {
  requireOnlyChildren(confirmation, SAML_2, ['SubjectConfirmationData']);
  const data = findOnlyChild(confirmation, SAML_2, 'SubjectConfirmationData');
  if (data === undefined)
    return { period: { notBefore: undefined, notOnOrAfter: undefined }, recipient: undefined };
  requireOnlyChildren(data, SAML_2, []);
  const request = findAttribute(data, 'InResponseTo');
  // WS-Federation requests have no ID, so this response answers someone else's request.
  if (request !== undefined)
    throw new SignInDeniedError('the assertion responds to a request that this server did not send');
  return { period: parsePeriod(data), recipient: findAttribute(data, 'Recipient') };
};
