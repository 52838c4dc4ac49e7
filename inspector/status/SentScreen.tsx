import { Group, Modal, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useDevice, useStep } from '#inspector/frame/device.ts';
import { Frame } from '#inspector/frame/Frame.tsx';
import { InstallHint } from '#inspector/frame/InstallHint.tsx';
import { LittleRoom } from '#inspector/frame/LittleRoom.tsx';
import { MeanwhileNote } from '#inspector/frame/MeanwhileNote.tsx';
import { StandMark } from '#inspector/frame/StandMark.tsx';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import { useStands } from '#inspector/frame/use-stands.ts';
import { readFact } from '#inspector/store/facts.ts';
import type { KeptInspection } from '#inspector/store/kept.ts';
import { meanwhileOf } from '#inspector/store/meanwhile-of.ts';
import { retryNow } from '#inspector/store/outbox.ts';
import { readRoom } from '#inspector/store/room.ts';
import type { Stand } from '#inspector/store/stand-of-inspection.ts';
import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { Discard } from './Discard.tsx';
import { Preferences } from './Preferences.tsx';
import { useStatusWords } from './words.ts';

/** The server knows nothing of it any more. */
const NOT_FOUND = 404;

/** The exact truth: what only this device has, what is on its way, and what needs somebody. */
export const SentScreen = ({ onSignOut }: { onSignOut: () => Promise<void> }) => {
  const t = useStatusWords();
  const { store, inStep } = useDevice();
  const stands = useStands();
  const inspections = useLiveQuery(async () => store.database.inspections.toArray(), [store]);
  const unsent = inspections?.filter(({ id }) => stands?.has(id)) ?? [];
  return (
    <Frame title={t('title')}>
      <Stack gap="md">
        <Connection />
        {unsent.length === 0 && stands && <Text fw={650}>{t('allSent')}</Text>}
        {unsent.map((inspection) => {
          const stand = stands!.get(inspection.id)!;
          return (
            <Paper key={inspection.id} withBorder p="md" component="article">
              <Group justify="space-between">
                <Text fw={650}>{inspection.title}</Text>
                <StandMark stand={stand} />
              </Group>
              <Details stand={stand} />
              <BecameOf inspection={inspection} />
              <Group mt="xs">
                {stand.kind === 'needs you' && (
                  <TouchButton
                    size="md"
                    onClick={() => void retryNow(store, inspection.id).then(inStep.hurry)}
                  >
                    {t('tryAgain')}
                  </TouchButton>
                )}
                <TouchButton
                  size="md"
                  variant="default"
                  renderRoot={(props) => (
                    <Link
                      to="/inspections/$inspectionId"
                      params={{ inspectionId: inspection.id }}
                      {...props}
                    />
                  )}
                >
                  {t('open')}
                </TouchButton>
                {stand.kind === 'needs you' && stand.trouble.status === NOT_FOUND && (
                  <Discard inspection={inspection} />
                )}
              </Group>
            </Paper>
          );
        })}
        <TouchButton size="md" variant="default" onClick={inStep.hurry}>
          {t('sendNow')}
        </TouchButton>
        <LittleRoom after={unsent.length} />
        <NotPersistent />
        <InstallHint />
        <Preferences />
        <Account unsent={unsent.length} onSignOut={onSignOut} />
      </Stack>
    </Frame>
  );
};

const Connection = () => {
  const t = useStatusWords();
  const { store, owner } = useDevice();
  const { connection } = useStep();
  const syncedAt = useLiveQuery(() => readFact(store, 'syncedAt'), [store]);
  const saying = () => {
    switch (connection) {
      case 'heard':
        return t('heard', { moment: syncedAt ? sayMoment(syncedAt, currentLanguage()) : '–' });
      case 'looking':
        return t('looking');
      default:
        return t('signedOut', { name: owner.name });
    }
  };
  // The frame shows that there is no connection, or that the server is busy.
  return connection === 'silent' || connection === 'busy' ? null : <Text role="status">{saying()}</Text>;
};

const Details = ({ stand }: { stand: Stand }) => {
  const t = useStatusWords();
  switch (stand.kind) {
    case 'on this device':
      return (
        <Text size="sm" c="dimmed">
          {[
            stand.answers > 0 && t('answers', { count: stand.answers }),
            stand.pictures > 0 && t('pictures', { count: stand.pictures }),
          ]
            .filter(Boolean)
            .join(', ')}
        </Text>
      );
    case 'needs you':
      return (
        <Stack gap={2}>
          <Text size="sm">{stand.trouble.message}</Text>
          {stand.trouble.fields.map(({ field, message }) => (
            <Text key={field} size="sm" c="dimmed">
              {message}
            </Text>
          ))}
        </Stack>
      );
    default:
      return null;
  }
};

/** What became of its task meanwhile: nobody is to wonder where the answers go. */
const BecameOf = ({ inspection }: { inspection: KeptInspection }) => {
  const { store, owner } = useDevice();
  const { taskId } = inspection;
  const task = useLiveQuery(async () => taskId && store.database.tasks.get(taskId), [store, taskId]);
  const meanwhile = task && meanwhileOf(task, inspection, { userId: owner.id, isUntold: true });
  return meanwhile ? <MeanwhileNote meanwhile={meanwhile} /> : null;
};

/** The browser has not promised to keep what is here. */
const NotPersistent = () => {
  const t = useStatusWords();
  const [isPersistent, setPersistent] = useState(true);
  useEffect(() => void readRoom().then((room) => setPersistent(room.isPersistent)), []);
  return isPersistent ? null : (
    <Text size="sm" c="dimmed">
      {t('notPersistent')}
    </Text>
  );
};

/** Signing out takes the work off the device: a warning when something of it is nowhere else. */
const Account = ({ unsent, onSignOut }: { unsent: number; onSignOut: () => Promise<void> }) => {
  const t = useStatusWords();
  const { owner } = useDevice();
  const [isAsking, { open, close }] = useDisclosure(false);
  return (
    <Stack gap="xs" mt="xl">
      <Text c="dimmed">{t('account', { name: `${owner.name} ${owner.surname}` })}</Text>
      <TouchButton size="md" variant="default" onClick={open}>
        {t('signOut')}
      </TouchButton>
      <Modal
        opened={isAsking}
        onClose={close}
        title={t('signOutTitle')}
        centered
        closeButtonProps={{ 'aria-label': t('cancel'), size: 44 }}
      >
        <Stack>
          {unsent > 0 && (
            <Text role="alert" fw={650}>
              {t('signOutLoses', { count: unsent })}
            </Text>
          )}
          <Text>{t('signOutHint')}</Text>
          <Group justify="flex-end">
            <TouchButton size="md" variant="default" onClick={close}>
              {t('cancel')}
            </TouchButton>
            <TouchButton size="md" color="red" onClick={() => void onSignOut()}>
              {t('signOut')}
            </TouchButton>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  );
};
