import { Fieldset, MultiSelect, PasswordInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProviderType } from '#contract/login-provider.ts';
import { listRoles } from '#portal/api/roles.ts';
import { findFieldError } from '#portal/forms/use-edits.ts';
import { type ProviderForm, TYPE_FIELDS } from './provider-form.ts';
import { RoleMappingInput } from './RoleMappingInput.tsx';
import { TeamMappingInput } from './TeamMappingInput.tsx';

type Props = {
  type: ProviderType;
  form: ProviderForm;
  hasSecret: boolean;
  problem: unknown;
  /** Returns a message for fields that someone else changed while they were being edited. */
  formatConflict?: (...names: (keyof ProviderForm)[]) => string | undefined;
  onEdit: (changes: Partial<ProviderForm>) => void;
};

/** The settings of a provider, and those for the users who sign in with it. */
export const ProviderFields = (props: Props) => {
  const { t } = useTranslation('sign-in-providers');
  const { form, problem, formatConflict, onEdit } = props;
  return (
    <Stack gap="md">
      <Fieldset legend={t('settings')}>
        <Stack gap="sm">
          <TextInput
            required
            label={t('name')}
            description={formatConflict?.('name') ?? t('nameHint')}
            maxLength={256}
            value={form.name}
            error={findFieldError(problem, 'name')}
            onChange={(event) => onEdit({ name: event.currentTarget.value })}
          />
          {TYPE_FIELDS[props.type].map((name) => (
            <TypeField key={name} name={name} {...props} />
          ))}
          <TextInput
            label={t('imageUri')}
            description={formatConflict?.('imageUri') ?? t('imageUriHint')}
            value={form.imageUri}
            error={findFieldError(problem, 'imageUri')}
            onChange={(event) => onEdit({ imageUri: event.currentTarget.value })}
          />
        </Stack>
      </Fieldset>
      <UserFields {...props} />
    </Stack>
  );
};

const REQUIRED: readonly string[] = [
  'issuer',
  'clientId',
  'authorizationUrl',
  'tokenUrl',
  'userInfoUrl',
  'signInUrl',
];

/** A field that only some types of provider have. */
const TypeField = ({
  name,
  type,
  form,
  hasSecret,
  problem,
  formatConflict,
  onEdit,
}: Props & { name: (typeof TYPE_FIELDS)[ProviderType][number] }) => {
  const { t } = useTranslation('sign-in-providers');
  const hints: Partial<Record<typeof name, string>> = {
    issuer: type === 'oidc' ? t('issuerHintOidc') : t('issuerHintWs'),
    clientSecret: hasSecret ? t('secretStored') : t('secretHint'),
    scopes: t('scopesHint'),
    signInUrl: t('signInUrlHint'),
    realm: t('realmHint'),
    certificates: t('certificatesHint'),
  };
  const inputProps = {
    label: t(name),
    description: formatConflict?.(name) ?? hints[name],
    value: form[name],
    error: findFieldError(problem, name),
    onChange: (event: { currentTarget: { value: string } }) => onEdit({ [name]: event.currentTarget.value }),
  };
  if (name === 'clientSecret')
    return <PasswordInput autoComplete="new-password" required={!hasSecret} {...inputProps} />;
  if (name === 'certificates') return <Textarea required autosize minRows={4} maxRows={12} {...inputProps} />;
  return <TextInput required={REQUIRED.includes(name)} spellCheck={false} {...inputProps} />;
};

const UserFields = ({ form, problem, formatConflict, onEdit }: Props) => {
  const { t } = useTranslation('sign-in-providers');
  const roles = useQuery({ queryKey: ['roles'], queryFn: listRoles });
  const names = roles.data?.map(({ name }) => name) ?? [];
  return (
    <>
      <Fieldset legend={t('users')}>
        <Stack gap="sm">
          <TextInput
            label={t('userNameClaim')}
            description={formatConflict?.('userNameClaim') ?? t('userNameClaimHint')}
            spellCheck={false}
            value={form.userNameClaim}
            error={findFieldError(problem, 'userNameClaim')}
            onChange={(event) => onEdit({ userNameClaim: event.currentTarget.value })}
          />
          <Switch
            label={t('autoProvision')}
            checked={form.autoProvision}
            onChange={(event) => onEdit({ autoProvision: event.currentTarget.checked })}
          />
          {form.autoProvision && (
            <MultiSelect
              searchable
              label={t('defaultRoles')}
              description={formatConflict?.('defaultRoles')}
              data={names}
              value={form.defaultRoles}
              error={findFieldError(problem, 'defaultRoles')}
              onChange={(defaultRoles) => onEdit({ defaultRoles })}
            />
          )}
          <Switch
            label={t('signsInAdministrators')}
            description={formatConflict?.('signsInAdministrators') ?? t('signsInAdministratorsHint')}
            checked={form.signsInAdministrators}
            error={findFieldError(problem, 'signsInAdministrators')}
            onChange={(event) => onEdit({ signsInAdministrators: event.currentTarget.checked })}
          />
          <Switch
            label={t('tokenInFragment')}
            checked={form.tokenInFragment}
            onChange={(event) => onEdit({ tokenInFragment: event.currentTarget.checked })}
          />
        </Stack>
      </Fieldset>
      <RoleMappingInput
        claim={form.roleClaim}
        rows={form.roleRows}
        roleNames={names}
        error={findFieldError(problem, 'roleMapping')}
        conflict={formatConflict?.('roleClaim', 'roleRows')}
        onChange={(claim, rows) => onEdit({ roleClaim: claim, roleRows: rows })}
      />
      <TeamMappingInput
        claim={form.teamClaim}
        rows={form.teamRows}
        error={findFieldError(problem, 'teamMapping')}
        conflict={formatConflict?.('teamClaim', 'teamRows')}
        onChange={(claim, rows) => onEdit({ teamClaim: claim, teamRows: rows })}
      />
    </>
  );
};
