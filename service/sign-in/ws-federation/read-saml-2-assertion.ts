import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';
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
  holdsNothingBut,
  onlyChildNamed,
  onlyChildOrNone,
  readAttribute,
  textOf,
  type XmlElement,
} from './xml-element.ts';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

export const readSaml2Assertion = (assertion: XmlElement): AssertionFacts => {
  holdsNothingBut(assertion, SAML_2, [
    'Issuer',
    'Subject',
    'Conditions',
    'Advice',
    'AttributeStatement',
    'AuthnStatement',
  ]);
  const subject = onlyChildNamed(assertion, SAML_2, 'Subject');
  holdsNothingBut(subject, SAML_2, ['NameID', 'SubjectConfirmation']);
  const nameId = onlyChildOrNone(subject, SAML_2, 'NameID');
  const conditions = onlyChildNamed(assertion, SAML_2, 'Conditions');
  // Both others restrict what we do not do: keeping an assertion for later, and issuing others because of it.
  holdsNothingBut(conditions, SAML_2, ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);
  return {
    issuer: textOf(onlyChildNamed(assertion, SAML_2, 'Issuer')),
    period: periodOf(conditions),
    audiences: childrenNamed(conditions, SAML_2, 'AudienceRestriction').map((restriction) => {
      holdsNothingBut(restriction, SAML_2, ['Audience']);
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
        holdsNothingBut(statement, SAML_2, ['Attribute']);
        return childrenNamed(statement, SAML_2, 'Attribute').map((attribute) => {
          holdsNothingBut(attribute, SAML_2, ['AttributeValue']);
          return {
            name: readAttribute(attribute, 'Name'),
            values: childrenNamed(attribute, SAML_2, 'AttributeValue').map(textOf),
          };
        });
      }),
    ),
  };
};

/** Entra says no more than that there is one. An Address would be the browser's, which proxies change: it is not held. */
const confirmationOf = (confirmation: XmlElement): Confirmation => {
  holdsNothingBut(confirmation, SAML_2, ['SubjectConfirmationData']);
  const data = onlyChildOrNone(confirmation, SAML_2, 'SubjectConfirmationData');
  if (data === undefined)
    return { period: { notBefore: undefined, notOnOrAfter: undefined }, recipient: undefined };
  holdsNothingBut(data, SAML_2, []);
  const request = attributeOf(data, 'InResponseTo');
  // Requests of WS-Federation have no id, so it answers somebody else's.
  if (request !== undefined)
    throw new SignInRefused('the assertion answers a request that was not made here');
  return { period: periodOf(data), recipient: attributeOf(data, 'Recipient') };
};
