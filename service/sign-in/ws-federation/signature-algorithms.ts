/** RSA or elliptic curves with SHA-256 or better (L14). HMAC is not accepted: its key would be the public key. */
export const signatureAlgorithms: ReadonlyMap<string, { keyType: 'rsa' | 'ec'; hash: string }> = new Map([
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', { keyType: 'rsa', hash: 'sha256' }],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha384', { keyType: 'rsa', hash: 'sha384' }],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', { keyType: 'rsa', hash: 'sha512' }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', { keyType: 'ec', hash: 'sha256' }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384', { keyType: 'ec', hash: 'sha384' }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512', { keyType: 'ec', hash: 'sha512' }],
]);

export const digestAlgorithms: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
]);

export const ENVELOPED_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** The second algorithm preserves comments, but referencing the assertion by ID has already removed them. */
export const exclusiveCanonicalizations: readonly string[] = [
  EXCLUSIVE_C14N,
  `${EXCLUSIVE_C14N}WithComments`,
];
