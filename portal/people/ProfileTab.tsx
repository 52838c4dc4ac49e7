import { Group, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetails, UserPatch } from '#contract/user.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { currentLanguage } from '#kit/language.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { fullName } from '#portal/api/lookups.ts';
import { editUser } from '#portal/api/users.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { SaveButtons } from '#portal/forms/SaveButtons.tsx';
import { findFieldError, useEdits } from '#portal/forms/use-edits.ts';
import { DescriptionList } from '#portal/ui/DescriptionList.tsx';

const FIELDS = ['name', 'surname', 'emailAddress'] as const;

const toFormValues = ({ name, surname, emailAddress }: UserDetails) => ({
  name,
  surname,
  emailAddress: emailAddress ?? '',
});

/** A user's name and email address. */
export const ProfileTab = ({ user }: { user: UserDetails }) => {
  const { t } = useTranslation('people');
  const { t: general } = useTranslation('general');
  const edits = useEdits('profile', toFormValues(user), user.revision);
  const save = useAction({
    action: (change: UserPatch) =>
      edits.send((revision) => editUser(user.id, change, revision), toFormValues),
    invalidates: [['users']],
    isFailureShown: false,
    undo: ({ revision }, change) => {
      const previous = Object.fromEntries(
        Object.keys(change).map((field) => [field, user[field as (typeof FIELDS)[number]]]),
      ) as UserPatch;
      return {
        label: t('profileSaved', { name: fullName(user) }),
        run: () => editUser(user.id, previous, revision),
      };
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { emailAddress: address, ...names } = edits.changed;
    save.mutate({
      ...names,
      ...(address !== undefined && { emailAddress: address.trim() === '' ? null : address.trim() }),
    });
  };
  const field = (key: (typeof FIELDS)[number]) => ({
    maxLength: 254,
    value: edits.values[key],
    error: findFieldError(save.error, key),
    onChange: (event: { currentTarget: { value: string } }) =>
      edits.edit({ [key]: event.currentTarget.value }),
    ...(edits.hasConflict(key) && { description: general('changedTo', { value: user[key] ?? '' }) }),
  });
  return (
    <Stack gap="lg" maw="34rem">
      <EditForm edits={edits} onSubmit={submit}>
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
          <FormProblem problem={save.error} />
          <SaveButtons edits={edits} save={save} />
        </Stack>
      </EditForm>
      <DescriptionList
        entries={[
          [t('userName'), user.userName],
          [t('created'), formatDateTime(user.createdAt, currentLanguage())],
          [
            t('lastSignIn'),
            user.lastSignedInAt === null
              ? t('never')
              : formatDateTime(user.lastSignedInAt, currentLanguage()),
          ],
        ]}
      />
    </Stack>
  );
};
