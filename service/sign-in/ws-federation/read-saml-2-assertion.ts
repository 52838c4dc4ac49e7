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
  findSingleChild,
  readAttribute,
  readText,
  rejectUnexpectedChildren,
  requireSingleChild,
  type XmlElement,
} from './xml-element.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

export const readSaml2Assertion = (assertion: XmlElement): AssertionFacts => {
  rejectUnexpectedChildren(assertion, SAML_2, [
    'Issuer',
    'Subject',
    'Conditions',
    'Advice',
    'AttributeStatement',
    'AuthnStatement',
  ]);
  const subject = requireSingleChild(assertion, SAML_2, 'Subject');
  rejectUnexpectedChildren(subject, SAML_2, ['NameID', 'SubjectConfirmation']);
  const nameId = findSingleChild(subject, SAML_2, 'NameID');
  const conditions = requireSingleChild(assertion, SAML_2, 'Conditions');
  // OneTimeUse and ProxyRestriction need no handling: this server neither stores nor issues assertions.
  rejectUnexpectedChildren(conditions, SAML_2, ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);
  return {
    issuer: readText(requireSingleChild(assertion, SAML_2, 'Issuer')),
    period: parsePeriod(conditions),
    audiences: findChildren(conditions, SAML_2, 'AudienceRestriction').map((restriction) => {
      rejectUnexpectedChildren(restriction, SAML_2, ['Audience']);
      return findChildren(restriction, SAML_2, 'Audience').map(readText);
    }),
    confirmations: findChildren(subject, SAML_2, 'SubjectConfirmation')
      .filter((confirmation) => findAttribute(confirmation, 'Method') === BEARER)
      .map(readConfirmation),
    sessionEndTimes: findChildren(assertion, SAML_2, 'AuthnStatement').flatMap(
      (statement) => parseInstant(statement, 'SessionNotOnOrAfter') ?? [],
    ),
    subject: nameId && readText(nameId),
    attributes: collectAttributes(
      findChildren(assertion, SAML_2, 'AttributeStatement').flatMap((statement) => {
        rejectUnexpectedChildren(statement, SAML_2, ['Attribute']);
        return findChildren(statement, SAML_2, 'Attribute').map((attribute) => {
          rejectUnexpectedChildren(attribute, SAML_2, ['AttributeValue']);
          return {
            name: readAttribute(attribute, 'Name'),
            values: findChildren(attribute, SAML_2, 'AttributeValue').map(readText),
          };
        });
      }),
    ),
  };
};

/** Entra ID sends no attributes. Address (the browser's) is ignored: proxies change it. */
const readConfirmation = (confirmation: XmlElement): Confirmation => {
  rejectUnexpectedChildren(confirmation, SAML_2, ['SubjectConfirmationData']);
  const data = findSingleChild(confirmation, SAML_2, 'SubjectConfirmationData');
  if (data === undefined)
    return { period: { notBefore: undefined, notOnOrAfter: undefined }, recipient: undefined };
  rejectUnexpectedChildren(data, SAML_2, []);
  const requestId = findAttribute(data, 'InResponseTo');
  // WS-Federation requests have no ID, so this response answers someone else's request.
  if (requestId !== undefined)
    throw new SignInDeniedError('the assertion responds to a request that this server did not send');
  return { period: parsePeriod(data), recipient: findAttribute(data, 'Recipient') };
};
