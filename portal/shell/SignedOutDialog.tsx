import { Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onSignedOut, signInUrl } from '#portal/api/request.ts';
import { skipUnsavedQuestion } from '#portal/forms/unsaved-forms.ts';
import { readMe, useMe } from '#portal/session/me.ts';

/** Shown when the session has ended; closes when the same person has signed in again in another window. */
export const SignedOutDialog = () => {
  const { t } = useTranslation('shell');
  const { t: general } = useTranslation('general');
  const me = useMe();
  const queries = useQueryClient();
  const [isOut, { open, close }] = useDisclosure(false);
  useEffect(() => onSignedOut(open), [open]);
  useEffect(() => {
    if (!isOut) return;
    const goOn = async () => {
      const now = await readMe().catch(() => undefined);
      if (now === undefined) return;
      // For another person the page must load again.
      if (now.id !== me.id || now.tenancyName !== me.tenancyName) {
        skipUnsavedQuestion();
        return location.reload();
      }
      close();
      await queries.invalidateQueries();
    };
    window.addEventListener('focus', goOn);
    return () => window.removeEventListener('focus', goOn);
  }, [isOut, me, queries, close]);
  const signInHere = () => {
    skipUnsavedQuestion();
    location.assign(signInUrl());
  };
  return (
    <Modal
      opened={isOut}
      onClose={close}
      title={t('signedOut')}
      closeButtonProps={{ 'aria-label': general('close') }}
    >
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
