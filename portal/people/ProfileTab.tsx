import { Group, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import type { UserPatch, WholeUser } from '#contract/user.ts';
import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { fullName } from '#portal/api/lookups.ts';
import { editUser } from '#portal/api/users.ts';
import { DraftForm } from '#portal/frame/DraftForm.tsx';
import { Facts } from '#portal/frame/Facts.tsx';
import { FormProblem } from '#portal/frame/FormProblem.tsx';
import { SaveButtons } from '#portal/frame/SaveButtons.tsx';
import { useUndo } from '#portal/frame/undo.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { faultOf, useEdits } from '#portal/frame/use-edits.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { usePeopleWords } from './words.ts';

const FIELDS = ['name', 'surname', 'emailAddress'] as const;

const valuesOf = ({ name, surname, emailAddress }: WholeUser) => ({
  name,
  surname,
  emailAddress: emailAddress ?? '',
});

/** Who somebody is. */
export const ProfileTab = ({ user }: { user: WholeUser }) => {
  const t = usePeopleWords();
  const frame = useFrameWords();
  const undoable = useUndo();
  const draft = useEdits('profile', valuesOf(user), user.revision);
  const saving = useAct({
    act: (change: UserPatch) => draft.send((revision) => editUser(user.id, change, revision), valuesOf),
    changes: [['users']],
    isFailureShown: false,
    onDone: ({ revision }, change) => {
      const before = Object.fromEntries(
        Object.keys(change).map((field) => [field, user[field as (typeof FIELDS)[number]]]),
      ) as UserPatch;
      undoable(t('profileSaved', { name: fullName(user) }), () => undoing.mutateAsync({ before, revision }));
    },
  });
  const undoing = useAct({
    act: ({ before, revision }: { before: UserPatch; revision: number }) =>
      editUser(user.id, before, revision),
    changes: [['users']],
    isFailureShown: false,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { emailAddress: address, ...names } = draft.changed;
    saving.mutate({
      ...names,
      ...(address !== undefined && { emailAddress: address.trim() === '' ? null : address.trim() }),
    });
  };
  const field = (key: (typeof FIELDS)[number]) => ({
    maxLength: 254,
    value: draft.values[key],
    error: faultOf(saving.error, key),
    onChange: (event: { currentTarget: { value: string } }) =>
      draft.edit({ [key]: event.currentTarget.value }),
    ...(draft.isOvertaken(key) && { description: frame('isNow', { value: user[key] ?? '' }) }),
  });
  return (
    <Stack gap="lg" maw="34rem">
      <DraftForm draft={draft} onSubmit={submit}>
        <Stack gap="sm">
          <Group grow align="flex-start">
            <TextInput
              label={user.isService ? t('serviceName') : t('firstName')}
              required
              {...field('name')}
            />
            <TextInput label={t('surname')} {...field('surname')} />
          </Group>
          <TextInput type="email" label={t('email')} {...field('emailAddress')} />
          <FormProblem problem={saving.error} />
          <SaveButtons draft={draft} saving={saving} />
        </Stack>
      </DraftForm>
      <Facts
        facts={[
          [t('userName'), user.userName],
          [t('created'), sayMoment(user.createdAt, currentLanguage())],
          [
            t('lastSignIn'),
            user.lastSignedInAt === null ? t('never') : sayMoment(user.lastSignedInAt, currentLanguage()),
          ],
        ]}
      />
    </Stack>
  );
};
