import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { type AssertionFacts, collectAttributes, parsePeriod } from './assertion-facts.ts';
import { SAML_1 } from './find-signed-assertion.ts';
import {
  findChildren,
  findSingleChild,
  readAttribute,
  readText,
  rejectUnexpectedChildren,
  requireSingleChild,
  type XmlElement,
} from './xml-element.ts';

const BEARER = 'urn:oasis:names:tc:SAML:1.0:cm:bearer';

/** In SAML 1.1, each statement names its own subject; all subjects must be the same. */
export const readSaml1Assertion = (assertion: XmlElement): AssertionFacts => {
  rejectUnexpectedChildren(assertion, SAML_1, [
    'Conditions',
    'Advice',
    'AttributeStatement',
    'AuthenticationStatement',
  ]);
  const conditions = requireSingleChild(assertion, SAML_1, 'Conditions');
  rejectUnexpectedChildren(conditions, SAML_1, ['AudienceRestrictionCondition', 'DoNotCacheCondition']);
  const attributeStatements = findChildren(assertion, SAML_1, 'AttributeStatement');
  const authentications = findChildren(assertion, SAML_1, 'AuthenticationStatement');
  for (const statement of attributeStatements)
    rejectUnexpectedChildren(statement, SAML_1, ['Subject', 'Attribute']);
  for (const statement of authentications) {
    rejectUnexpectedChildren(statement, SAML_1, ['Subject', 'SubjectLocality', 'AuthorityBinding']);
  }
  return {
    issuer: readAttribute(assertion, 'Issuer'),
    period: parsePeriod(conditions),
    audiences: findChildren(conditions, SAML_1, 'AudienceRestrictionCondition').map((restriction) => {
      rejectUnexpectedChildren(restriction, SAML_1, ['Audience']);
      return findChildren(restriction, SAML_1, 'Audience').map(readText);
    }),
    ...readSubject([...attributeStatements, ...authentications]),
    sessionEndTimes: [],
    attributes: collectAttributes(
      attributeStatements.flatMap((statement) =>
        findChildren(statement, SAML_1, 'Attribute').map((attribute) => {
          rejectUnexpectedChildren(attribute, SAML_1, ['AttributeValue']);
          const namespace = readAttribute(attribute, 'AttributeNamespace');
          return {
            name: `${namespace}/${readAttribute(attribute, 'AttributeName')}`,
            values: findChildren(attribute, SAML_1, 'AttributeValue').map(readText),
          };
        }),
      ),
    ),
  };
};

const readSubject = (
  statements: readonly XmlElement[],
): Pick<AssertionFacts, 'subject' | 'confirmations'> => {
  const subjects = statements.map((statement) => requireSingleChild(statement, SAML_1, 'Subject'));
  const [name, ...otherNames] = subjects.map(findNameIdentifier);
  if (subjects.length === 0) throw new SignInDeniedError('the assertion has no statement about a subject');
  const isSame = (other: XmlElement | undefined) => JSON.stringify(other) === JSON.stringify(name);
  if (!otherNames.every(isSame)) {
    throw new SignInDeniedError('the statements of the assertion are about different subjects');
  }
  const unrestrictedConfirmation = {
    period: { notBefore: undefined, notOnOrAfter: undefined },
    recipient: undefined,
  };
  return {
    subject: name && readText(name),
    confirmations: subjects.every(isBearerConfirmed) ? [unrestrictedConfirmation] : [],
  };
};

const findNameIdentifier = (subject: XmlElement): XmlElement | undefined => {
  rejectUnexpectedChildren(subject, SAML_1, ['NameIdentifier', 'SubjectConfirmation']);
  return findSingleChild(subject, SAML_1, 'NameIdentifier');
};

const isBearerConfirmed = (subject: XmlElement): boolean => {
  const confirmation = requireSingleChild(subject, SAML_1, 'SubjectConfirmation');
  rejectUnexpectedChildren(confirmation, SAML_1, ['ConfirmationMethod']);
  return findChildren(confirmation, SAML_1, 'ConfirmationMethod').map(readText).includes(BEARER);
};
