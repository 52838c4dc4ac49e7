import { Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onSignedOut, signInUrl } from '#portal/api/request.ts';
import { skipDiscardPrompt } from '#portal/forms/unsaved-forms.ts';
import { readMe, useMe } from '#portal/session/me.ts';

/** Opens when the session ends. Closes once the same user signs back in, in another window. */
export const SignedOutDialog = () => {
  const { t } = useTranslation('shell');
  const me = useMe();
  const queryClient = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  useEffect(() => onSignedOut(open), [open]);
  useEffect(() => {
    if (!isOpen) return;
    const resume = async () => {
      const user = await readMe().catch(() => undefined);
      if (user === undefined) return;
      // The page still contains the previous user's data.
      if (user.id !== me.id || user.tenancyName !== me.tenancyName) {
        skipDiscardPrompt();
        return location.reload();
      }
      close();
      await queryClient.invalidateQueries();
    };
    window.addEventListener('focus', resume);
    return () => window.removeEventListener('focus', resume);
  }, [isOpen, me, queryClient, close]);
  const signInHere = () => {
    skipDiscardPrompt();
    location.assign(signInUrl());
  };
  return (
    <Modal opened={isOpen} onClose={close} title={t('signedOut')}>
      <Text role="alert">{t('signedOutHint')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={signInHere}>
          {t('signInHere')}
        </Button>
        <Button component="a" href={signInUrl()} target="_blank" rel="noopener" data-autofocus>
          {t('signInThere')}
        </Button>
      </Group>
    </Modal>
  );
};
