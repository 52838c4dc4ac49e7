import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import {
  type AssertionFacts,
  type Confirmation,
  collectAttributes,
  instantOf,
  periodOf,
} from './assertion-facts.ts';
import { SAML_2 } from './find-signed-assertion.ts';
import {
  attributeOf,
  childrenNamed,
  hasOnly,
  onlyChildNamed,
  onlyChildOrNone,
  readAttribute,
  textOf,
  type XmlElement,
} from './xml-element.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

export const readSaml2Assertion = (assertion: XmlElement): AssertionFacts => {
  hasOnly(assertion, SAML_2, [
    'Issuer',
    'Subject',
    'Conditions',
    'Advice',
    'AttributeStatement',
    'AuthnStatement',
  ]);
  const subject = onlyChildNamed(assertion, SAML_2, 'Subject');
  hasOnly(subject, SAML_2, ['NameID', 'SubjectConfirmation']);
  const nameId = onlyChildOrNone(subject, SAML_2, 'NameID');
  const conditions = onlyChildNamed(assertion, SAML_2, 'Conditions');
  // OneTimeUse and ProxyRestriction have no effect: this server stores no assertions and issues none.
  hasOnly(conditions, SAML_2, ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);
  return {
    issuer: textOf(onlyChildNamed(assertion, SAML_2, 'Issuer')),
    period: periodOf(conditions),
    audiences: childrenNamed(conditions, SAML_2, 'AudienceRestriction').map((restriction) => {
      hasOnly(restriction, SAML_2, ['Audience']);
      return childrenNamed(restriction, SAML_2, 'Audience').map(textOf);
    }),
    confirmations: childrenNamed(subject, SAML_2, 'SubjectConfirmation')
      .filter((confirmation) => attributeOf(confirmation, 'Method') === BEARER)
      .map(confirmationOf),
    sessionEnds: childrenNamed(assertion, SAML_2, 'AuthnStatement').flatMap(
      (statement) => instantOf(statement, 'SessionNotOnOrAfter') ?? [],
    ),
    subject: nameId && textOf(nameId),
    attributes: collectAttributes(
      childrenNamed(assertion, SAML_2, 'AttributeStatement').flatMap((statement) => {
        hasOnly(statement, SAML_2, ['Attribute']);
        return childrenNamed(statement, SAML_2, 'Attribute').map((attribute) => {
          hasOnly(attribute, SAML_2, ['AttributeValue']);
          return {
            name: readAttribute(attribute, 'Name'),
            values: childrenNamed(attribute, SAML_2, 'AttributeValue').map(textOf),
          };
        });
      }),
    ),
  };
};

/** Entra sends only the element itself. An Address would be that of the browser, which proxies change, so it is ignored. */
const confirmationOf = (confirmation: XmlElement): Confirmation => {
  hasOnly(confirmation, SAML_2, ['SubjectConfirmationData']);
  const data = onlyChildOrNone(confirmation, SAML_2, 'SubjectConfirmationData');
  if (data === undefined)
    return { period: { notBefore: undefined, notOnOrAfter: undefined }, recipient: undefined };
  hasOnly(data, SAML_2, []);
  const request = attributeOf(data, 'InResponseTo');
  // WS-Federation requests have no id, so this is a response to someone else's request.
  if (request !== undefined)
    throw new SignInDeniedError('the assertion responds to a request that this server did not send');
  return { period: periodOf(data), recipient: attributeOf(data, 'Recipient') };
};
