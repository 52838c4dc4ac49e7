import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import { type AssertionFacts, collectAttributes, periodOf } from './assertion-facts.ts';
import { SAML_1 } from './find-signed-assertion.ts';
import {
  childrenNamed,
  hasOnly,
  onlyChildNamed,
  onlyChildOrNone,
  readAttribute,
  textOf,
  type XmlElement,
} from './xml-element.ts';

const BEARER = 'urn:oasis:names:tc:SAML:1.0:cm:bearer';

/** Parses a SAML 1.1 assertion. In this version every statement names its subject, and all subjects must be the same. */
export const readSaml1Assertion = (assertion: XmlElement): AssertionFacts => {
  hasOnly(assertion, SAML_1, ['Conditions', 'Advice', 'AttributeStatement', 'AuthenticationStatement']);
  const conditions = onlyChildNamed(assertion, SAML_1, 'Conditions');
  hasOnly(conditions, SAML_1, ['AudienceRestrictionCondition', 'DoNotCacheCondition']);
  const attributeStatements = childrenNamed(assertion, SAML_1, 'AttributeStatement');
  const authentications = childrenNamed(assertion, SAML_1, 'AuthenticationStatement');
  for (const statement of attributeStatements) hasOnly(statement, SAML_1, ['Subject', 'Attribute']);
  for (const statement of authentications) {
    hasOnly(statement, SAML_1, ['Subject', 'SubjectLocality', 'AuthorityBinding']);
  }
  return {
    issuer: readAttribute(assertion, 'Issuer'),
    period: periodOf(conditions),
    audiences: childrenNamed(conditions, SAML_1, 'AudienceRestrictionCondition').map((restriction) => {
      hasOnly(restriction, SAML_1, ['Audience']);
      return childrenNamed(restriction, SAML_1, 'Audience').map(textOf);
    }),
    ...subjectOf([...attributeStatements, ...authentications]),
    sessionEnds: [],
    attributes: collectAttributes(
      attributeStatements.flatMap((statement) =>
        childrenNamed(statement, SAML_1, 'Attribute').map((attribute) => {
          hasOnly(attribute, SAML_1, ['AttributeValue']);
          const namespace = readAttribute(attribute, 'AttributeNamespace');
          return {
            name: `${namespace}/${readAttribute(attribute, 'AttributeName')}`,
            values: childrenNamed(attribute, SAML_1, 'AttributeValue').map(textOf),
          };
        }),
      ),
    ),
  };
};

const subjectOf = (statements: readonly XmlElement[]): Pick<AssertionFacts, 'subject' | 'confirmations'> => {
  const subjects = statements.map((statement) => onlyChildNamed(statement, SAML_1, 'Subject'));
  const [name, ...otherNames] = subjects.map(nameIdentifierOf);
  if (subjects.length === 0) throw new SignInDeniedError('the assertion has no statement about a subject');
  const isSame = (other: XmlElement | undefined) => JSON.stringify(other) === JSON.stringify(name);
  if (!otherNames.every(isSame)) {
    throw new SignInDeniedError('the statements of the assertion are about different subjects');
  }
  const unrestricted = { period: { notBefore: undefined, notOnOrAfter: undefined }, recipient: undefined };
  return {
    subject: name && textOf(name),
    confirmations: subjects.every(isBearerConfirmed) ? [unrestricted] : [],
  };
};

const nameIdentifierOf = (subject: XmlElement): XmlElement | undefined => {
  hasOnly(subject, SAML_1, ['NameIdentifier', 'SubjectConfirmation']);
  return onlyChildOrNone(subject, SAML_1, 'NameIdentifier');
};

const isBearerConfirmed = (subject: XmlElement): boolean => {
  const confirmation = onlyChildNamed(subject, SAML_1, 'SubjectConfirmation');
  hasOnly(confirmation, SAML_1, ['ConfirmationMethod']);
  return childrenNamed(confirmation, SAML_1, 'ConfirmationMethod').map(textOf).includes(BEARER);
};
