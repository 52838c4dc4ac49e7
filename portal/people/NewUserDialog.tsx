import { Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewUser } from '#contract/user.ts';
import { useCreate } from '#portal/actions/use-create.tsx';
import { fullName } from '#portal/api/lookups.ts';
import { listRoles } from '#portal/api/roles.ts';
import { createUser } from '#portal/api/users.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { findFieldError, useEdits } from '#portal/forms/use-edits.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';

type Kind = 'person' | 'service';
type Props<OpenKind> = { kind: OpenKind; onClose: () => Promise<void> };

/** Creates a person, who can then be invited, or a service user, which can then be given a token. */
export const NewUserDialog = ({ kind, onClose }: Props<Kind | undefined>) => {
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

const NewUserForm = ({ kind, onClose }: Props<Kind>) => {
  const { t } = useTranslation('people');
  const { t: general } = useTranslation('general');
  const isService = kind === 'service';
  const roles = useQuery({ queryKey: ['roles'], queryFn: listRoles });
  const edits = useEdits<NewUser>(`new ${kind}`, {
    userName: '',
    name: '',
    surname: '',
    emailAddress: '',
    roles: isService ? ['Integration'] : [],
  });
  const user = edits.values;
  const create = useCreate({
    create: (newUser: NewUser) => edits.send(() => createUser(newUser)),
    invalidates: [['users']],
    message: (created) => general('created', { name: fullName(created) }),
    destination: ({ id }) => ({
      to: '/people/$userId',
      params: { userId: id },
      search: { tab: isService ? 'tokens' : 'sign-in' },
    }),
    onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { name, surname, emailAddress, ...rest } = user;
    create.mutate({
      ...rest,
      ...(name?.trim() && { name: name.trim() }),
      ...(surname?.trim() && { surname: surname.trim() }),
      ...(emailAddress?.trim() && { emailAddress: emailAddress.trim() }),
      ...(isService && { isService }),
    });
  };
  const findError = (field: string) => findFieldError(create.error, field);
  return (
    <EditForm edits={edits} onSubmit={submit}>
      <Stack gap="sm">
        {isService && <DimmedText>{t('serviceHint')}</DimmedText>}
        <TextInput
          data-autofocus
          required
          label={t('userName')}
          description={t('userNameHint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={user.userName}
          error={findError('userName')}
          onChange={(event) => edits.edit({ userName: event.currentTarget.value.trim() })}
        />
        <TextInput
          label={isService ? t('serviceName') : t('firstName')}
          maxLength={256}
          value={user.name ?? ''}
          error={findError('name')}
          onChange={(event) => edits.edit({ name: event.currentTarget.value })}
        />
        {!isService && (
          <>
            <TextInput
              label={t('surname')}
              maxLength={256}
              value={user.surname ?? ''}
              error={findError('surname')}
              onChange={(event) => edits.edit({ surname: event.currentTarget.value })}
            />
            <TextInput
              type="email"
              label={t('email')}
              description={t('emailHint')}
              maxLength={254}
              value={user.emailAddress ?? ''}
              error={findError('emailAddress')}
              onChange={(event) => edits.edit({ emailAddress: event.currentTarget.value })}
            />
          </>
        )}
        <MultiSelect
          searchable
          label={t('roles')}
          description={t('rolesHint')}
          data={roles.data?.map(({ name }) => name) ?? []}
          value={user.roles ?? []}
          error={findError('roles')}
          onChange={(names) => edits.edit({ roles: names })}
        />
        <FormProblem problem={create.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => void edits.leave(onClose)}>
            {general('cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {isService ? t('createService') : t('createPerson')}
          </Button>
        </Group>
      </Stack>
    </EditForm>
  );
};
