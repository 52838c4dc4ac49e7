import { Button, Group, Modal, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { NewUser } from '#contract/user.ts';
import { fullName } from '#portal/api/lookups.ts';
import { listRoles } from '#portal/api/roles.ts';
import { createUser } from '#portal/api/users.ts';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { faultOf } from '#portal/frame/use-edits.ts';
import { useMaking } from '#portal/frame/use-making.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { usePeopleWords } from './words.ts';

type Kind = 'person' | 'service';
type Props<Shown> = { kind: Shown; onClose: () => Promise<void> };

/** Makes a person, who is then invited, or an application, which then gets a token. */
export const NewUserDialog = ({ kind, onClose }: Props<Kind | undefined>) => {
  const t = usePeopleWords();
  const frame = useFrameWords();
  return (
    <Modal
      opened={kind !== undefined}
      onClose={onClose}
      title={kind === 'service' ? t('newService') : t('newPerson')}
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      {kind && <NewUserForm kind={kind} onClose={onClose} />}
    </Modal>
  );
};

const NewUserForm = ({ kind, onClose }: Props<Kind>) => {
  const t = usePeopleWords();
  const frame = useFrameWords();
  const isService = kind === 'service';
  const roles = useQuery({ queryKey: ['roles'], queryFn: listRoles });
  const [user, setUser] = useState<NewUser>({ userName: '', roles: isService ? ['Integration'] : [] });
  const creating = useMaking({
    make: createUser,
    changes: [['users']],
    say: (made) => frame('isMade', { name: fullName(made) }),
    leadTo: ({ id }) => ({
      to: '/people/$userId',
      params: { userId: id },
      search: { tab: isService ? 'tokens' : 'sign-in' },
    }),
    onClose,
  });
  const set = (more: Partial<NewUser>) => setUser((before) => ({ ...before, ...more }));
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
  const isNoted =
    creating.error &&
    ['userName', 'name', 'surname', 'emailAddress', 'roles'].every((field) => !fault(field));
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {isService && (
          <Text size="sm" c="dimmed">
            {t('serviceHint')}
          </Text>
        )}
        {isNoted && <ProblemNote problem={creating.error} />}
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
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button type="submit" loading={creating.isPending}>
            {isService ? t('createService') : t('createPerson')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
