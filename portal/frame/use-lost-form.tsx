import { Button, Group, Text } from '@mantine/core';
import { hideNotification, showNotification } from '@mantine/notifications';
import { useRouter } from '@tanstack/react-router';
import { useProblemText } from './ProblemNote.tsx';
import { useFrameWords } from './words.ts';

/** Notifies a user who has left a form that saving failed; the input is stored, and a button leads back to the form. */
export const useLostForm = (href: string) => {
  const router = useRouter();
  const t = useFrameWords();
  const say = useProblemText();
  return (problem: unknown) => {
    const id = `lost ${href}`;
    const open = () => {
      hideNotification(id);
      router.history.push(href);
    };
    showNotification({
      id,
      color: 'red',
      title: t('notSaved'),
      autoClose: false,
      closeButtonProps: { 'aria-label': t('close') },
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{`${say(problem)} ${t('stillStored')}`}</Text>
          <Button flex="none" size="compact-sm" variant="light" onClick={open}>
            {t('open')}
          </Button>
        </Group>
      ),
    });
  };
};
