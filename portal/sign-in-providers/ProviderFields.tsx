import { Fieldset, MultiSelect, PasswordInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ProviderType } from '#contract/login-provider.ts';
import { listRoles } from '#portal/api/roles.ts';
import { faultOf } from '#portal/frame/use-edits.ts';
import { MEMBERS, type ProviderForm } from './provider-form.ts';
import { RoleMappingInput } from './RoleMappingInput.tsx';
import { TeamMappingInput } from './TeamMappingInput.tsx';
import { useSignInWords } from './words.ts';

type Props = {
  type: ProviderType;
  form: ProviderForm;
  hasSecret: boolean;
  problem: unknown;
  /** What somebody else made meanwhile of members that are being changed. */
  theirs?: (...names: (keyof ProviderForm)[]) => string | undefined;
  onEdit: (more: Partial<ProviderForm>) => void;
};

/** How a provider is spoken to, and who comes in by it. */
export const ProviderFields = (props: Props) => {
  const t = useSignInWords();
  const { form, problem, theirs, onEdit } = props;
  return (
    <Stack gap="md">
      <Fieldset legend={t('settings')}>
        <Stack gap="sm">
          <TextInput
            required
            label={t('name')}
            description={theirs?.('name') ?? t('nameHint')}
            maxLength={256}
            value={form.name}
            error={faultOf(problem, 'name')}
            onChange={(event) => onEdit({ name: event.currentTarget.value })}
          />
          {MEMBERS[props.type].map((name) => (
            <Member key={name} name={name} {...props} />
          ))}
          <TextInput
            label={t('imageUri')}
            description={theirs?.('imageUri') ?? t('imageUriHint')}
            value={form.imageUri}
            error={faultOf(problem, 'imageUri')}
            onChange={(event) => onEdit({ imageUri: event.currentTarget.value })}
          />
        </Stack>
      </Fieldset>
      <WhoComesIn {...props} />
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

const Member = ({
  name,
  type,
  form,
  hasSecret,
  problem,
  theirs,
  onEdit,
}: Props & { name: (typeof MEMBERS)[ProviderType][number] }) => {
  const t = useSignInWords();
  const hints: Partial<Record<typeof name, string>> = {
    issuer: type === 'oidc' ? t('issuerHintOidc') : t('issuerHintWs'),
    clientSecret: hasSecret ? t('secretKept') : t('secretHint'),
    scopes: t('scopesHint'),
    signInUrl: t('signInUrlHint'),
    realm: t('realmHint'),
    certificates: t('certificatesHint'),
  };
  const said = {
    label: t(name),
    description: theirs?.(name) ?? hints[name],
    value: form[name],
    error: faultOf(problem, name),
    onChange: (event: { currentTarget: { value: string } }) => onEdit({ [name]: event.currentTarget.value }),
  };
  if (name === 'clientSecret')
    return <PasswordInput autoComplete="new-password" required={!hasSecret} {...said} />;
  if (name === 'certificates') return <Textarea required autosize minRows={4} maxRows={12} {...said} />;
  return <TextInput required={REQUIRED.includes(name)} spellCheck={false} {...said} />;
};

const WhoComesIn = ({ form, problem, theirs, onEdit }: Props) => {
  const t = useSignInWords();
  const roles = useQuery({ queryKey: ['roles'], queryFn: listRoles });
  const names = roles.data?.map(({ name }) => name) ?? [];
  return (
    <>
      <Fieldset legend={t('who')}>
        <Stack gap="sm">
          <TextInput
            label={t('userNameClaim')}
            description={theirs?.('userNameClaim') ?? t('userNameClaimHint')}
            spellCheck={false}
            value={form.userNameClaim}
            error={faultOf(problem, 'userNameClaim')}
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
              description={theirs?.('defaultRoles')}
              data={names}
              value={form.defaultRoles}
              error={faultOf(problem, 'defaultRoles')}
              onChange={(defaultRoles) => onEdit({ defaultRoles })}
            />
          )}
          <Switch
            label={t('signsInAdministrators')}
            description={theirs?.('signsInAdministrators') ?? t('signsInAdministratorsHint')}
            checked={form.signsInAdministrators}
            error={faultOf(problem, 'signsInAdministrators')}
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
        fault={faultOf(problem, 'roleMapping')}
        theirs={theirs?.('roleClaim', 'roleRows')}
        onChange={(claim, rows) => onEdit({ roleClaim: claim, roleRows: rows })}
      />
      <TeamMappingInput
        claim={form.teamClaim}
        rows={form.teamRows}
        fault={faultOf(problem, 'teamMapping')}
        theirs={theirs?.('teamClaim', 'teamRows')}
        onChange={(claim, rows) => onEdit({ teamClaim: claim, teamRows: rows })}
      />
    </>
  );
};
