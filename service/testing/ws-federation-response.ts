import { createHash, sign } from 'node:crypto';
import { formatSaml1Assertion, formatSaml2Assertion } from './saml-assertion.ts';
import type { SigningIdentity } from './signing-identity.ts';

/*
 * Signed responses from a WS-Federation identity provider.
 *
 * Assertions are written in canonical form (exclusive c14n) and signed as is, so that no canonicalisation code is
 * shared with the code under test. `rewrite` converts the signed XML to an equivalent form that a real provider might
 * use, for example with CDATA or prefixes declared by an outer element. Tests change the XML to simulate attacks.
 */

export type ResponseOptions = {
  saml: '1.1' | '2.0';
  trust: '2005/02' | '1.3';
  identity: SigningIdentity;
  id: string;
  issuer: string;
  /** Each list becomes a separate condition. */
  audiences: readonly (readonly string[])[];
  /** Any string, valid time or not. Omitted if undefined. */
  notBefore: string | undefined;
  notOnOrAfter: string | undefined;
  subject: string | undefined;
  confirmation: string;
  /** For SAML 2.0: the attributes of SubjectConfirmationData, which is omitted if there are none. */
  confirmationData: Readonly<Record<string, string>>;
  /** Attribute values, by full name. */
  attributes: Readonly<Record<string, readonly string[]>>;
  signatureAlgorithm: string;
  digestAlgorithm: string;
  canonicalization: string;
  /** The prefix of the signature's elements, including the colon. */
  signaturePrefix: '' | 'ds:';
  /** The content of KeyInfo, omitted if empty. */
  keyInfo: string;
  /** Changes the assertion, including the signed part, before signing. */
  assertion: (canonicalXml: string) => string;
  signedInfo: (canonicalXml: string) => string;
  /** Rewrites the signed assertion in a different form without changing its content. */
  rewrite: (signedXml: string) => string;
};

const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const XML_SIGNATURE_MORE = 'http://www.w3.org/2001/04/xmldsig-more#';

export const createDefaultOptions = (identity: SigningIdentity, now: Date): ResponseOptions => {
  const kind = identity.privateKey.asymmetricKeyType === 'ec' ? 'ecdsa' : 'rsa';
  return {
    saml: '1.1',
    trust: '2005/02',
    identity,
    id: '_660ec874-f70a-4997-a9c4-bd591f1c7469',
    issuer: 'http://adfs.example.org/adfs/services/trust',
    audiences: [['urn:ronda']],
    notBefore: new Date(now.getTime() - 60_000).toISOString(),
    notOnOrAfter: new Date(now.getTime() + 3_600_000).toISOString(),
    subject: 'alice',
    confirmation: 'bearer',
    confirmationData: {},
    attributes: {},
    signatureAlgorithm: `${XML_SIGNATURE_MORE}${kind}-sha256`,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    signaturePrefix: 'ds:',
    keyInfo: `<X509Data><X509Certificate>${stripPemArmor(identity.certificate)}</X509Certificate></X509Data>`,
    assertion: (canonicalXml) => canonicalXml,
    signedInfo: (canonicalXml) => canonicalXml,
    rewrite: (signedXml) => signedXml,
  };
};

const stripPemArmor = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');

export const writeResponse = (options: ResponseOptions): string => wrapToken(writeToken(options), options);

export const writeToken = (options: ResponseOptions): string => {
  const canonicalXml = options.assertion(
    options.saml === '1.1' ? formatSaml1Assertion(options) : formatSaml2Assertion(options),
  );
  const signature = writeSignature(canonicalXml, options);
  const signedXml =
    options.saml === '1.1'
      ? canonicalXml.replace(/<\/[^>]+>$/, (end) => `${signature}${end}`)
      : canonicalXml.replace('</Issuer>', (end) => `${end}${signature}`);
  return options.rewrite(signedXml);
};

/** Writes a signature that references the canonical XML by ID. */
export const writeSignature = (canonicalXml: string, options: ResponseOptions): string => {
  const { signaturePrefix: prefix, canonicalization, id } = options;
  const declaration = ` xmlns${prefix === '' ? '' : ':ds'}="${XML_SIGNATURE}"`;
  const formatMethod = (name: string, algorithm: string) =>
    `<${prefix}${name} Algorithm="${algorithm}"></${prefix}${name}>`;
  const signedInfo = options.signedInfo(
    [
      `<${prefix}SignedInfo${declaration}>`,
      formatMethod('CanonicalizationMethod', canonicalization),
      formatMethod('SignatureMethod', options.signatureAlgorithm),
      `<${prefix}Reference URI="#${id}"><${prefix}Transforms>`,
      formatMethod('Transform', `${XML_SIGNATURE}enveloped-signature`),
      formatMethod('Transform', canonicalization),
      `</${prefix}Transforms>`,
      formatMethod('DigestMethod', options.digestAlgorithm),
      `<${prefix}DigestValue>${calculateDigest(canonicalXml, options)}</${prefix}DigestValue>`,
      `</${prefix}Reference></${prefix}SignedInfo>`,
    ].join(''),
  );
  const keyInfo = options.keyInfo && `<KeyInfo xmlns="${XML_SIGNATURE}">${options.keyInfo}</KeyInfo>`;
  return [
    `<${prefix}Signature${declaration}>`,
    signedInfo.replace(declaration, ''),
    `<${prefix}SignatureValue>${calculateSignature(signedInfo, options)}</${prefix}SignatureValue>`,
    `${keyInfo}</${prefix}Signature>`,
  ].join('');
};

/** Returns the hash used by an algorithm: `http://www.w3.org/2001/04/xmldsig-more#rsa-sha256` → `sha256`. */
const findHashName = (algorithm: string) => /sha\d+$/.exec(algorithm)?.[0] ?? 'sha256';

const calculateDigest = (canonicalXml: string, { digestAlgorithm }: ResponseOptions) =>
  createHash(findHashName(digestAlgorithm)).update(canonicalXml).digest('base64');

const calculateSignature = (signedInfo: string, { signatureAlgorithm, identity }: ResponseOptions) =>
  sign(findHashName(signatureAlgorithm), Buffer.from(signedInfo), {
    key: identity.privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64');

/** Wraps a token in a WS-Trust envelope, no part of which is signed. */
export const wrapToken = (
  token: string,
  { trust, audiences }: Pick<ResponseOptions, 'trust' | 'audiences'>,
): string => {
  const prefix = trust === '1.3' ? 'trust' : 't';
  const namespace =
    trust === '1.3'
      ? 'http://docs.oasis-open.org/ws-sx/ws-trust/200512'
      : 'http://schemas.xmlsoap.org/ws/2005/02/trust';
  const utility = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
  const namespaceDeclaration = ` xmlns:${prefix}="${namespace}"`;
  const formatResponse = (declaration: string) =>
    [
      `<${prefix}:RequestSecurityTokenResponse${declaration}>`,
      `<${prefix}:Lifetime><wsu:Created xmlns:wsu="${utility}">2026-03-01T12:00:00.000Z</wsu:Created>`,
      `<wsu:Expires xmlns:wsu="${utility}">2026-03-01T13:00:00.000Z</wsu:Expires></${prefix}:Lifetime>`,
      '<wsp:AppliesTo xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy">',
      '<wsa:EndpointReference xmlns:wsa="http://www.w3.org/2005/08/addressing">',
      `<wsa:Address>${audiences[0]?.[0] ?? ''}</wsa:Address></wsa:EndpointReference></wsp:AppliesTo>`,
      `<${prefix}:RequestedSecurityToken>${token}</${prefix}:RequestedSecurityToken>`,
      `<${prefix}:RequestType>${namespace}/Issue</${prefix}:RequestType>`,
      `</${prefix}:RequestSecurityTokenResponse>`,
    ].join('');
  if (trust === '2005/02') return formatResponse(namespaceDeclaration);
  const collection = `${prefix}:RequestSecurityTokenResponseCollection`;
  return `<${collection}${namespaceDeclaration}>${formatResponse('')}</${collection}>`;
};
