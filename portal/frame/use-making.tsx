import { Button, Group, Text } from '@mantine/core';
import { hideNotification, showNotification } from '@mantine/notifications';
import type { QueryKey } from '@tanstack/react-query';
import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import { useAct } from './use-act.ts';
import { useSay } from './use-say.ts';
import { useFrameWords } from './words.ts';

let notes = 0;

/**
 * Something is made by a form, which then gives way to it: the way back does not lead into the form again. Who has gone
 * elsewhere meanwhile stays there, and is told where it is.
 */
export const useMaking = <Made, Input = void>({
  make,
  changes,
  say,
  leadTo,
  onClose,
}: {
  make: (input: Input) => Promise<Made>;
  /** The beginnings of keys of queries. */
  changes: readonly QueryKey[];
  say: (made: Made) => string;
  leadTo: (made: Made) => NavigateOptions;
  /** Closes the dialog in which the form stands, in the address too; absent: it is a page. */
  onClose?: () => Promise<void>;
}) => {
  const router = useRouter();
  const t = useFrameWords();
  const tell = useSay();
  const lead = async (to: NavigateOptions) => {
    await onClose?.();
    await router.navigate({ ...to, replace: onClose === undefined });
  };
  const tellWhere = (said: string, to: NavigateOptions) => {
    const id = `made-${++notes}`;
    const open = () => {
      hideNotification(id);
      void router.navigate(to);
    };
    const message = (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{said}</Text>
        <Button flex="none" size="compact-sm" variant="light" onClick={open}>
          {t('open')}
        </Button>
      </Group>
    );
    showNotification({ id, message, autoClose: 10_000, closeButtonProps: { 'aria-label': t('close') } });
  };
  return useAct({
    act: make,
    changes,
    isFailureShown: false,
    onDone: (made, _, isStillHere) => {
      if (!isStillHere) {
        tellWhere(say(made), leadTo(made));
        return;
      }
      tell(say(made));
      void lead(leadTo(made));
    },
  });
};
