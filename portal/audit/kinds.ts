/** Every kind of act, by what it concerns, and how serious it is for who looks for trouble. */
export const KINDS = {
  'sign-in.succeeded': 'plain',
  'sign-in.failed': 'warn',
  'sign-in.slowed': 'warn',
  'sign-in.alarm': 'bad',
  'session.ended': 'plain',
  'device.added': 'plain',
  'device.ended': 'plain',
  'device.erasure-wanted': 'warn',
  'device.erased': 'calm',
  'access-token.revoked': 'plain',
  'access.denied': 'warn',
  'password.changed': 'calm',
  'password.set': 'calm',
  'password.removed': 'calm',
  'password-link.made': 'calm',
  'password-link.withdrawn': 'calm',
  'user.created': 'calm',
  'user.edited': 'calm',
  'user.enabled': 'calm',
  'user.disabled': 'calm',
  'user.unlocked': 'calm',
  'user.roles-changed': 'calm',
  'identity.linked': 'plain',
  'identity.link-rejected': 'warn',
  'identity.unlinked': 'calm',
  'role.created': 'calm',
  'role.edited': 'calm',
  'role.deleted': 'calm',
  'team.created': 'calm',
  'team.edited': 'calm',
  'team.members-changed': 'calm',
  'api-token.created': 'calm',
  'api-token.edited': 'calm',
  'api-token.deleted': 'calm',
  'share.created': 'calm',
  'share.revoked': 'calm',
  'login-provider.created': 'calm',
  'login-provider.edited': 'calm',
  'login-provider.deleted': 'calm',
  'login-provider.tested': 'plain',
  'sign-in.settings-changed': 'calm',
  'server.restored': 'calm',
} as const;

export type Kind = keyof typeof KINDS;
type Slashed<Name> = Name extends `${infer Area}.${infer Act}` ? `${Area}/${Act}` : never;
/** As a name of words: a dot would be taken for a step into them. */
export type KindWord = Slashed<Kind>;

export const isKnown = (kind: string): kind is Kind => Object.hasOwn(KINDS, kind);

export const wordOf = (kind: Kind): KindWord => kind.replace('.', '/') as KindWord;
