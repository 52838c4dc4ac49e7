import type { LoginProvider, NewLoginProvider, ProviderType } from '#contract/login-provider.ts';
import type { TeamGroup } from '#contract/team.ts';

export type RoleRow = { value: string; roles: string[] };
export type TeamRow = { value: string; team: string; group: TeamGroup };

export type ProviderForm = ReturnType<typeof toFormValues>;

/** The fields of each provider type, in form order. */
export const TYPE_FIELDS = {
  oidc: ['issuer', 'clientId', 'clientSecret', 'scopes'],
  oauth2: ['clientId', 'clientSecret', 'authorizationUrl', 'tokenUrl', 'userInfoUrl', 'scopes'],
  wsfederation: ['issuer', 'signInUrl', 'realm', 'certificates'],
} as const satisfies Record<ProviderType, readonly (keyof ProviderForm)[]>;

export type TypeField = (typeof TYPE_FIELDS)[ProviderType][number];

export const PROVIDER_TYPES = Object.keys(TYPE_FIELDS) as ProviderType[];

/** Fields that are never stored in the browser. */
export const SECRETS = ['clientSecret'] as const satisfies (keyof ProviderForm)[];

export const toFormValues = (provider: Partial<LoginProvider>) => ({
  name: provider.name ?? '',
  imageUri: provider.imageUri ?? '',
  issuer: provider.issuer ?? '',
  clientId: provider.clientId ?? '',
  clientSecret: '',
  scopes: provider.scopes?.join(' ') ?? '',
  authorizationUrl: provider.authorizationUrl ?? '',
  tokenUrl: provider.tokenUrl ?? '',
  userInfoUrl: provider.userInfoUrl ?? '',
  signInUrl: provider.signInUrl ?? '',
  realm: provider.realm ?? '',
  certificates: provider.certificates?.join('\n') ?? '',
  userNameClaim: provider.userNameClaim ?? '',
  autoProvision: provider.autoProvision ?? false,
  defaultRoles: provider.defaultRoles ?? [],
  roleClaim: provider.roleMapping?.claim ?? '',
  roleRows: Object.entries(provider.roleMapping?.roles ?? {}).map(([value, roles]) => ({ value, roles })),
  teamClaim: provider.teamMapping?.claim ?? '',
  teamRows: Object.entries(provider.teamMapping?.teams ?? {}).flatMap(([value, groups]) =>
    groups.map(({ team, group }) => ({ value, team, group: group as TeamGroup })),
  ),
  signsInAdministrators: provider.signsInAdministrators ?? false,
  tokenInFragment: provider.tokenInFragment ?? true,
});

const PEM_PATTERN = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** Returns the request body, without empty fields and fields that belong to other provider types. */
export const parseForm = (type: ProviderType, form: ProviderForm): NewLoginProvider => {
  const typeFields: readonly TypeField[] = TYPE_FIELDS[type];
  const strings = Object.fromEntries(
    typeFields
      .filter((name) => name !== 'scopes' && name !== 'certificates')
      .map((name) => [name, form[name].trim()] as const)
      .filter(([, text]) => text !== ''),
  );
  const scopes = form.scopes.split(/[\s,]+/).filter((scope) => scope !== '');
  // Invalid certificates are sent as is, so that the server reports the error.
  const certificates = form.certificates.match(PEM_PATTERN) ?? [form.certificates.trim()];
  return {
    type,
    name: form.name.trim(),
    imageUri: form.imageUri.trim() === '' ? null : form.imageUri.trim(),
    ...strings,
    ...(typeFields.includes('scopes') && scopes.length > 0 && { scopes }),
    ...(typeFields.includes('certificates') &&
      form.certificates.trim() !== '' && { certificates: [...certificates] }),
    ...(form.userNameClaim.trim() !== '' && { userNameClaim: form.userNameClaim.trim() }),
    autoProvision: form.autoProvision,
    defaultRoles: form.defaultRoles,
    ...(form.roleClaim.trim() !== '' && {
      roleMapping: { claim: form.roleClaim.trim(), roles: groupByValue(form.roleRows, ({ roles }) => roles) },
    }),
    ...(form.teamClaim.trim() !== '' && {
      teamMapping: {
        claim: form.teamClaim.trim(),
        teams: groupByValue(form.teamRows, ({ team, group }) => (team === '' ? [] : [{ team, group }])),
      },
    }),
    signsInAdministrators: form.signsInAdministrators,
    tokenInFragment: form.tokenInFragment,
  };
};

export const formatField = (form: ProviderForm, name: keyof ProviderForm): string => {
  if (name === 'roleRows')
    return form.roleRows.map(({ value, roles }) => `${value}: ${roles.join(', ')}`).join('; ');
  if (name === 'teamRows')
    return form.teamRows.map(({ value, team, group }) => `${value}: ${team} (${group})`).join('; ');
  return String(form[name]);
};

const groupByValue = <Row extends { value: string }, Target>(
  rows: readonly Row[],
  listTargets: (row: Row) => Target[],
): Record<string, Target[]> => {
  const completeRows = rows.filter((row) => row.value !== '' && listTargets(row).length > 0);
  const groups = [...Map.groupBy(completeRows, ({ value }) => value)];
  return Object.fromEntries(
    groups.map(([value, group]) => [value, [...new Set(group.flatMap(listTargets))]]),
  );
};
