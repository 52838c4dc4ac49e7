import type { ResponseOptions } from './ws-federation-response.ts';

/*
 * Assertions in canonical XML: attributes sorted by name after any namespace declarations, no empty-element tags or
 * insignificant white space, and character references only where required.
 */

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');

const escapeAttribute = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;');

const INSTANT = '2026-03-01T12:00:00.000Z';

/**
 * Formats an assertion as AD FS does: every element has a prefix, every statement has a subject, and the signature
 * comes last.
 */
export const formatSaml1Assertion = (options: ResponseOptions): string => {
  const subject = [
    '<saml:Subject>',
    options.subject === undefined
      ? ''
      : `<saml:NameIdentifier>${escapeText(options.subject)}</saml:NameIdentifier>`,
    '<saml:SubjectConfirmation>',
    `<saml:ConfirmationMethod>urn:oasis:names:tc:SAML:1.0:cm:${options.confirmation}</saml:ConfirmationMethod>`,
    '</saml:SubjectConfirmation></saml:Subject>',
  ].join('');
  const attributes = Object.entries(options.attributes).map(([fullName, values]) => {
    const end = fullName.lastIndexOf('/');
    const name = escapeAttribute(fullName.slice(end + 1));
    const namespace = escapeAttribute(fullName.slice(0, end));
    return [
      `<saml:Attribute AttributeName="${name}" AttributeNamespace="${namespace}">`,
      ...values.map((value) => `<saml:AttributeValue>${escapeText(value)}</saml:AttributeValue>`),
      '</saml:Attribute>',
    ].join('');
  });
  return [
    '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:1.0:assertion"',
    ` AssertionID="${options.id}" IssueInstant="${INSTANT}" Issuer="${escapeAttribute(options.issuer)}"`,
    ' MajorVersion="1" MinorVersion="1">',
    `<saml:Conditions${formatValidity(options)}>`,
    ...options.audiences.map(
      (audiences) =>
        `<saml:AudienceRestrictionCondition>${audiences
          .map((audience) => `<saml:Audience>${escapeText(audience)}</saml:Audience>`)
          .join('')}</saml:AudienceRestrictionCondition>`,
    ),
    '</saml:Conditions>',
    attributes.length > 0
      ? `<saml:AttributeStatement>${subject}${attributes.join('')}</saml:AttributeStatement>`
      : '',
    `<saml:AuthenticationStatement AuthenticationInstant="${INSTANT}"`,
    ` AuthenticationMethod="urn:oasis:names:tc:SAML:1.0:am:password">${subject}</saml:AuthenticationStatement>`,
    '</saml:Assertion>',
  ].join('');
};

/** Formats an assertion as Entra ID does: without prefixes, with the signature after the issuer. */
export const formatSaml2Assertion = (options: ResponseOptions): string => {
  const confirmationData = Object.entries(options.confirmationData)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
  const attributes = Object.entries(options.attributes).map(([name, values]) =>
    [
      `<Attribute Name="${escapeAttribute(name)}">`,
      ...values.map((value) => `<AttributeValue>${escapeText(value)}</AttributeValue>`),
      '</Attribute>',
    ].join(''),
  );
  return [
    '<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion"',
    ` ID="${options.id}" IssueInstant="${INSTANT}" Version="2.0">`,
    `<Issuer>${escapeText(options.issuer)}</Issuer>`,
    '<Subject>',
    options.subject === undefined ? '' : `<NameID>${escapeText(options.subject)}</NameID>`,
    `<SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${options.confirmation}">`,
    confirmationData && `<SubjectConfirmationData${confirmationData}></SubjectConfirmationData>`,
    '</SubjectConfirmation></Subject>',
    `<Conditions${formatValidity(options)}>`,
    ...options.audiences.map(
      (audiences) =>
        `<AudienceRestriction>${audiences
          .map((audience) => `<Audience>${escapeText(audience)}</Audience>`)
          .join('')}</AudienceRestriction>`,
    ),
    '</Conditions>',
    attributes.length > 0 ? `<AttributeStatement>${attributes.join('')}</AttributeStatement>` : '',
    `<AuthnStatement AuthnInstant="${INSTANT}"><AuthnContext>`,
    '<AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</AuthnContextClassRef>',
    '</AuthnContext></AuthnStatement></Assertion>',
  ].join('');
};

const formatValidity = ({ notBefore, notOnOrAfter }: ResponseOptions) =>
  [
    notBefore === undefined ? '' : ` NotBefore="${notBefore}"`,
    notOnOrAfter === undefined ? '' : ` NotOnOrAfter="${notOnOrAfter}"`,
  ].join('');
