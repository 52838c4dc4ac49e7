import { createHash, sign } from 'node:crypto';
import { saml1Assertion, saml2Assertion } from './saml-assertion.ts';
import type { SigningIdentity } from './signing-identity.ts';

/*
 * Answers of an identity provider of WS-Federation, signed for real.
 *
 * Assertions are written in their canonical form (exclusive c14n), so that this needs no canonicaliser and shares none
 * with what it tests: what is signed is the text itself. Where an honest provider writes another form of the same, as with
 * CDATA or prefixes that are declared further out, `rewrite` makes it of the signed text; where an attacker does
 * something to the message, a test does the same to the text.
 */

export type AnswerOptions = {
  saml: '1.1' | '2.0';
  trust: '2005/02' | '1.3';
  identity: SigningIdentity;
  id: string;
  issuer: string;
  /** One condition for each list. */
  audiences: readonly (readonly string[])[];
  /** Any text, for what is no time; undefined for none. */
  notBefore: string | undefined;
  notOnOrAfter: string | undefined;
  subject: string | undefined;
  confirmation: string;
  /** Of SAML 2.0: the attributes of SubjectConfirmationData, which is not written without any. */
  confirmationData: Readonly<Record<string, string>>;
  /** By their full names. */
  attributes: Readonly<Record<string, readonly string[]>>;
  signatureAlgorithm: string;
  digestAlgorithm: string;
  canonicalization: string;
  /** The prefix of the elements of the signature, with its colon. */
  signaturePrefix: '' | 'ds:';
  /** The content of KeyInfo, which is not written without any. */
  keyInfo: string;
  /** What the provider itself says otherwise: in the assertion before it is signed, and in what it signs of it. */
  assertion: (canonical: string) => string;
  signedInfo: (canonical: string) => string;
  /** The same assertion in another form: what is signed is the canonical one. */
  rewrite: (signed: string) => string;
};

const XML_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';

/** What an answer has when nothing else is asked for. */
export const ordinaryAnswer = (identity: SigningIdentity, now: Date): AnswerOptions => {
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
    signatureAlgorithm: `${MORE}${kind}-sha256`,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    signaturePrefix: 'ds:',
    keyInfo: `<X509Data><X509Certificate>${base64Of(identity.certificate)}</X509Certificate></X509Data>`,
    assertion: (canonical) => canonical,
    signedInfo: (canonical) => canonical,
    rewrite: (signed) => signed,
  };
};

const base64Of = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');

/** The whole message, as a browser posts it in `wresult`. */
export const writeAnswer = (options: AnswerOptions): string => inEnvelope(writeToken(options), options);

/** The signed assertion. */
export const writeToken = (options: AnswerOptions): string => {
  const canonical = options.assertion(
    options.saml === '1.1' ? saml1Assertion(options) : saml2Assertion(options),
  );
  const signature = writeSignature(canonical, options);
  const signed =
    options.saml === '1.1'
      ? canonical.replace(/<\/[^>]+>$/, (end) => `${signature}${end}`)
      : canonical.replace('</Issuer>', (end) => `${end}${signature}`);
  return options.rewrite(signed);
};

/** A signature of some canonical text, by its id. */
export const writeSignature = (canonical: string, options: AnswerOptions): string => {
  const { signaturePrefix: prefix, canonicalization, id } = options;
  const declaration = ` xmlns${prefix === '' ? '' : ':ds'}="${XML_SIGNATURE}"`;
  const method = (name: string, algorithm: string) =>
    `<${prefix}${name} Algorithm="${algorithm}"></${prefix}${name}>`;
  const signedInfo = options.signedInfo(
    [
      `<${prefix}SignedInfo${declaration}>`,
      method('CanonicalizationMethod', canonicalization),
      method('SignatureMethod', options.signatureAlgorithm),
      `<${prefix}Reference URI="#${id}"><${prefix}Transforms>`,
      method('Transform', `${XML_SIGNATURE}enveloped-signature`),
      method('Transform', canonicalization),
      `</${prefix}Transforms>`,
      method('DigestMethod', options.digestAlgorithm),
      `<${prefix}DigestValue>${digestOf(canonical, options)}</${prefix}DigestValue>`,
      `</${prefix}Reference></${prefix}SignedInfo>`,
    ].join(''),
  );
  const keyInfo = options.keyInfo && `<KeyInfo xmlns="${XML_SIGNATURE}">${options.keyInfo}</KeyInfo>`;
  return [
    `<${prefix}Signature${declaration}>`,
    signedInfo.replace(declaration, ''),
    `<${prefix}SignatureValue>${signatureOf(signedInfo, options)}</${prefix}SignatureValue>`,
    `${keyInfo}</${prefix}Signature>`,
  ].join('');
};

/** `http://www.w3.org/2001/04/xmldsig-more#rsa-sha256` → `sha256`. */
const hashOf = (algorithm: string) => /sha\d+$/.exec(algorithm)?.[0] ?? 'sha256';

const digestOf = (canonical: string, { digestAlgorithm }: AnswerOptions) =>
  createHash(hashOf(digestAlgorithm)).update(canonical).digest('base64');

const signatureOf = (signedInfo: string, { signatureAlgorithm, identity }: AnswerOptions) =>
  sign(hashOf(signatureAlgorithm), Buffer.from(signedInfo), {
    key: identity.privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64');

/** What WS-Trust puts around a token; none of it is signed. */
export const inEnvelope = (
  token: string,
  { trust, audiences }: Pick<AnswerOptions, 'trust' | 'audiences'>,
): string => {
  const prefix = trust === '1.3' ? 'trust' : 't';
  const namespace =
    trust === '1.3'
      ? 'http://docs.oasis-open.org/ws-sx/ws-trust/200512'
      : 'http://schemas.xmlsoap.org/ws/2005/02/trust';
  const utility = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
  const declared = ` xmlns:${prefix}="${namespace}"`;
  const response = (declaration: string) =>
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
  if (trust === '2005/02') return response(declared);
  const collection = `${prefix}:RequestSecurityTokenResponseCollection`;
  return `<${collection}${declared}>${response('')}</${collection}>`;
};
