import { Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { NewUser } from '#contract/user.ts';
import { fullName } from '#portal/api/lookups.ts';
import { listRoles } from '#portal/api/roles.ts';
import { createUser } from '#portal/api/users.ts';
import { DraftForm } from '#portal/frame/DraftForm.tsx';
import { FormModal } from '#portal/frame/FormOverlay.tsx';
import { FormProblem } from '#portal/frame/FormProblem.tsx';
import { faultOf, useEdits } from '#portal/frame/use-edits.ts';
import { useMaking } from '#portal/frame/use-making.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { usePeopleWords } from './words.ts';

type Kind = 'person' | 'service';
type Props<Shown> = { kind: Shown; onClose: () => Promise<void> };

/** Makes a person, who is then invited, or an application, which then gets a token. */
export const NewUserDialog = ({ kind, onClose }: Props<Kind | undefined>) => {
  const t = usePeopleWords();
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
  const t = usePeopleWords();
  const frame = useFrameWords();
  const isService = kind === 'service';
  const roles = useQuery({ queryKey: ['roles'], queryFn: listRoles });
  const draft = useEdits<NewUser>(`new ${kind}`, {
    userName: '',
    name: '',
    surname: '',
    emailAddress: '',
    roles: isService ? ['Integration'] : [],
  });
  const user = draft.values;
  const creating = useMaking({
    make: (made: NewUser) => draft.send(() => createUser(made)),
    changes: [['users']],
    say: (made) => frame('isMade', { name: fullName(made) }),
    leadTo: ({ id }) => ({
      to: '/people/$userId',
      params: { userId: id },
      search: { tab: isService ? 'tokens' : 'sign-in' },
    }),
    onClose,
  });
  const set = draft.edit;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { name, surname, emailAddress, ...others } = user;
    creating.mutate({
      ...others,
      ...(name?.trim() && { name: name.trim() }),
      ...(surname?.trim() && { surname: surname.trim() }),
      ...(emailAddress?.trim() && { emailAddress: emailAddress.trim() }),
      ...(isService && { isService }),
    });
  };
  const fault = (field: string) => faultOf(creating.error, field);
  return (
    <DraftForm draft={draft} onSubmit={submit}>
      <Stack gap="sm">
        {isService && (
          <Text size="sm" c="dimmed">
            {t('serviceHint')}
          </Text>
        )}
        <TextInput
          data-autofocus
          required
          label={t('userName')}
          description={t('userNameHint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={user.userName}
          error={fault('userName')}
          onChange={(event) => set({ userName: event.currentTarget.value.trim() })}
        />
        <TextInput
          label={isService ? t('serviceName') : t('firstName')}
          maxLength={256}
          value={user.name ?? ''}
          error={fault('name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        {!isService && (
          <>
            <TextInput
              label={t('surname')}
              maxLength={256}
              value={user.surname ?? ''}
              error={fault('surname')}
              onChange={(event) => set({ surname: event.currentTarget.value })}
            />
            <TextInput
              type="email"
              label={t('email')}
              description={t('emailHint')}
              maxLength={254}
              value={user.emailAddress ?? ''}
              error={fault('emailAddress')}
              onChange={(event) => set({ emailAddress: event.currentTarget.value })}
            />
          </>
        )}
        <MultiSelect
          searchable
          label={t('roles')}
          description={t('rolesHint')}
          data={roles.data?.map(({ name }) => name) ?? []}
          value={user.roles ?? []}
          error={fault('roles')}
          onChange={(names) => set({ roles: names })}
        />
        <FormProblem problem={creating.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => void draft.leave(onClose)}>
            {frame('cancel')}
          </Button>
          <Button type="submit" loading={creating.isPending}>
            {isService ? t('createService') : t('createPerson')}
          </Button>
        </Group>
      </Stack>
    </DraftForm>
  );
};
