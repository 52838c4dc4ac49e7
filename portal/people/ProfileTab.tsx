import { Group, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserDetails, UserPatch } from '#contract/user.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { editUser } from '#portal/api/users.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { SaveButtons } from '#portal/forms/SaveButtons.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useInputProps } from '#portal/forms/use-input-props.ts';
import { DescriptionList } from '#portal/ui/DescriptionList.tsx';

const toFormValues = ({ name, surname, emailAddress }: UserDetails) => ({
  name,
  surname,
  emailAddress: emailAddress ?? '',
});

export const ProfileTab = ({ user }: { user: UserDetails }) => {
  const { t } = useTranslation('people');
  const edits = useEdits('profile', toFormValues(user), user.revision);
  const save = useAction({
    action: (change: UserPatch) =>
      edits.send((revision) => editUser(user.id, change, revision), toFormValues),
    invalidates: [['users']],
    isFailureShown: false,
    undo: ({ revision }, change) => {
      const previousValues: UserPatch = Object.fromEntries(
        Object.keys(change).map((field) => [field, user[field as keyof ReturnType<typeof toFormValues>]]),
      );
      return {
        label: t('profileSaved', { name: formatFullName(user) }),
        run: () => editUser(user.id, previousValues, revision),
      };
    },
  });
  const submit = () => {
    const { emailAddress: address, ...names } = edits.changedValues;
    save.mutate({
      ...names,
      ...(address !== undefined && { emailAddress: address.trim() === '' ? null : address.trim() }),
    });
  };
  const input = useInputProps(edits, save.error);
  return (
    <Stack gap="lg" maw="34rem">
      <EditForm edits={edits} onSubmit={submit}>
        <Stack gap="sm">
          <Group grow align="flex-start">
            <TextInput
              label={user.isService ? t('serviceName') : t('firstName')}
              required
              maxLength={254}
              {...input.textProps('name')}
            />
            <TextInput label={t('surname')} maxLength={254} {...input.textProps('surname')} />
          </Group>
          <TextInput type="email" label={t('email')} maxLength={254} {...input.textProps('emailAddress')} />
          <FormProblem problem={save.error} />
          <SaveButtons edits={edits} save={save} />
        </Stack>
      </EditForm>
      <DescriptionList
        entries={[
          [t('userName'), user.userName],
          [t('created'), formatDateTime(user.createdAt)],
          [t('lastSignIn'), user.lastSignedInAt === null ? t('never') : formatDateTime(user.lastSignedInAt)],
        ]}
      />
    </Stack>
  );
};
