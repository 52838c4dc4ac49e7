import { Fieldset, MultiSelect, PasswordInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProviderType } from '#contract/login-provider.ts';
import { listRoles } from '#portal/api/roles.ts';
import { findFieldError } from '#portal/forms/use-edits.ts';
import { type InputEdits, useInputProps } from '#portal/forms/use-input-props.ts';
import { formatField, type ProviderForm, TYPE_FIELDS, type TypeField } from './provider-form.ts';
import { RoleMappingInput } from './RoleMappingInput.tsx';
import { TeamMappingInput } from './TeamMappingInput.tsx';

type Props = {
  type: ProviderType;
  edits: InputEdits<ProviderForm>;
  hasSecret: boolean;
  problem: unknown;
};

export const ProviderFields = (props: Props) => {
  const { t } = useTranslation('sign-in-providers');
  const input = useInputProps(props.edits, props.problem);
  return (
    <Stack gap="md">
      <Fieldset legend={t('settings')}>
        <Stack gap="sm">
          <TextInput
            required
            label={t('name')}
            maxLength={256}
            {...input.textProps('name', { hint: t('nameHint') })}
          />
          {TYPE_FIELDS[props.type].map((name) => (
            <TypeFieldInput key={name} name={name} {...props} />
          ))}
          <TextInput label={t('imageUri')} {...input.textProps('imageUri', { hint: t('imageUriHint') })} />
        </Stack>
      </Fieldset>
      <UserFields {...props} />
    </Stack>
  );
};

const REQUIRED_FIELDS: readonly string[] = [
  'issuer',
  'clientId',
  'authorizationUrl',
  'tokenUrl',
  'userInfoUrl',
  'signInUrl',
];

const TypeFieldInput = ({ name, type, edits, hasSecret, problem }: Props & { name: TypeField }) => {
  const { t } = useTranslation('sign-in-providers');
  const input = useInputProps(edits, problem);
  const hints: Partial<Record<typeof name, string>> = {
    issuer: type === 'oidc' ? t('issuerHintOidc') : t('issuerHintWs'),
    clientSecret: hasSecret ? t('secretStored') : t('secretHint'),
    scopes: t('scopesHint'),
    signInUrl: t('signInUrlHint'),
    realm: t('realmHint'),
    certificates: t('certificatesHint'),
  };
  const inputProps = { label: t(name), ...input.textProps(name, { hint: hints[name] }) };
  if (name === 'clientSecret')
    return <PasswordInput autoComplete="new-password" required={!hasSecret} {...inputProps} />;
  if (name === 'certificates') return <Textarea required autosize minRows={4} maxRows={12} {...inputProps} />;
  return <TextInput required={REQUIRED_FIELDS.includes(name)} spellCheck={false} {...inputProps} />;
};

const UserFields = ({ edits, problem }: Props) => {
  const { t } = useTranslation('sign-in-providers');
  const { t: tGeneral } = useTranslation('general');
  const { values: form, savedValues, hasConflict, edit } = edits;
  const input = useInputProps(edits, problem);
  const formatConflict = (...fields: (keyof ProviderForm)[]) =>
    fields.some(hasConflict)
      ? tGeneral('changedTo', { value: fields.map((name) => formatField(savedValues, name)).join(' – ') })
      : undefined;
  const roles = useQuery({ queryKey: ['roles'], queryFn: listRoles });
  const names = roles.data?.map(({ name }) => name) ?? [];
  return (
    <>
      <Fieldset legend={t('users')}>
        <Stack gap="sm">
          <TextInput
            label={t('userNameClaim')}
            spellCheck={false}
            {...input.textProps('userNameClaim', { hint: t('userNameClaimHint') })}
          />
          <Switch
            label={t('autoProvision')}
            checked={form.autoProvision}
            onChange={(event) => edit({ autoProvision: event.currentTarget.checked })}
          />
          {form.autoProvision && (
            <MultiSelect
              searchable
              label={t('defaultRoles')}
              data={names}
              value={form.defaultRoles}
              {...input.messageProps('defaultRoles')}
              onChange={(defaultRoles) => edit({ defaultRoles })}
            />
          )}
          <Switch
            label={t('signsInAdministrators')}
            checked={form.signsInAdministrators}
            {...input.messageProps('signsInAdministrators', { hint: t('signsInAdministratorsHint') })}
            onChange={(event) => edit({ signsInAdministrators: event.currentTarget.checked })}
          />
          <Switch
            label={t('tokenInFragment')}
            checked={form.tokenInFragment}
            onChange={(event) => edit({ tokenInFragment: event.currentTarget.checked })}
          />
        </Stack>
      </Fieldset>
      <RoleMappingInput
        claim={form.roleClaim}
        rows={form.roleRows}
        roleNames={names}
        error={findFieldError(problem, 'roleMapping')}
        conflict={formatConflict('roleClaim', 'roleRows')}
        onChange={(claim, rows) => edit({ roleClaim: claim, roleRows: rows })}
      />
      <TeamMappingInput
        claim={form.teamClaim}
        rows={form.teamRows}
        error={findFieldError(problem, 'teamMapping')}
        conflict={formatConflict('teamClaim', 'teamRows')}
        onChange={(claim, rows) => edit({ teamClaim: claim, teamRows: rows })}
      />
    </>
  );
};
