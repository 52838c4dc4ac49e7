import { MultiSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { NewUser } from '#contract/user.ts';
import { formatFullName } from '#kit/full-name.ts';
import { useCreate } from '#portal/actions/use-create.tsx';
import { listRoles } from '#portal/api/roles.ts';
import { createUser } from '#portal/api/users.ts';
import { DialogButtons } from '#portal/forms/DialogButtons.tsx';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useInputProps } from '#portal/forms/use-input-props.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';

type UserKind = 'person' | 'service';
type Props<OpenKind> = { kind: OpenKind; onClose: () => Promise<void> };

export const NewUserDialog = ({ kind, onClose }: Props<UserKind | undefined>) => {
  const { t } = useTranslation('people');
  return (
    <FormModal
      opened={kind !== undefined}
      onClose={onClose}
      title={kind === 'service' ? t('newService') : t('newPerson')}
    >
      {kind && <NewUserForm kind={kind} onClose={onClose} />}
    </FormModal>
  );
};

const NewUserForm = ({ kind, onClose }: Props<UserKind>) => {
  const { t } = useTranslation('people');
  const { t: tGeneral } = useTranslation('general');
  const isService = kind === 'service';
  const roles = useQuery({ queryKey: ['roles'], queryFn: listRoles });
  const edits = useEdits(`new ${kind}`, {
    userName: '',
    name: '',
    surname: '',
    emailAddress: '',
    roles: isService ? ['Integration'] : ([] as string[]),
  });
  const create = useCreate({
    create: (newUser: NewUser) => edits.send(() => createUser(newUser)),
    invalidates: [['users']],
    message: (user) => tGeneral('created', { name: formatFullName(user) }),
    destination: ({ id }) => ({
      to: '/people/$userId',
      params: { userId: id },
      search: { tab: isService ? 'tokens' : 'sign-in' },
    }),
    onClose,
  });
  const submit = () => {
    const { userName, name, surname, emailAddress, roles: roleNames } = edits.values;
    create.mutate({
      userName,
      name: name.trim(),
      roles: roleNames,
      ...(surname.trim() && { surname: surname.trim() }),
      ...(emailAddress.trim() && { emailAddress: emailAddress.trim() }),
      ...(isService && { isService }),
    });
  };
  const input = useInputProps(edits, create.error);
  return (
    <EditForm edits={edits} onSubmit={submit}>
      <Stack gap="sm">
        {isService && <DimmedText>{t('serviceHint')}</DimmedText>}
        <TextInput
          data-autofocus
          required
          label={t('userName')}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          {...input.textProps('userName', { hint: t('userNameHint') })}
          onChange={(event) => edits.edit({ userName: event.currentTarget.value.trim() })}
        />
        <TextInput
          required
          label={isService ? t('serviceName') : t('firstName')}
          maxLength={256}
          {...input.textProps('name')}
        />
        {!isService && (
          <>
            <TextInput label={t('surname')} maxLength={256} {...input.textProps('surname')} />
            <TextInput
              type="email"
              label={t('email')}
              maxLength={254}
              {...input.textProps('emailAddress', { hint: t('emailHint') })}
            />
          </>
        )}
        <MultiSelect
          searchable
          label={t('roles')}
          data={roles.data?.map(({ name }) => name) ?? []}
          value={edits.values.roles}
          {...input.messageProps('roles', { hint: t('rolesHint') })}
          onChange={(names) => edits.edit({ roles: names })}
        />
        <FormProblem problem={create.error} />
        <DialogButtons
          edits={edits}
          onClose={onClose}
          label={isService ? t('createService') : t('createPerson')}
          isBusy={create.isPending}
        />
      </Stack>
    </EditForm>
  );
};
