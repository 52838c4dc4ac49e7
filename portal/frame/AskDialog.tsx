import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from './use-place.ts';
import { useFrameWords } from './words.ts';

/** Asks before what cannot be taken back; everything else is done, and can be undone. */
export const AskDialog = ({
  question,
  answer,
  onYes,
  onClose,
}: {
  question: string;
  answer: string;
  onYes: () => Promise<unknown>;
  onClose: () => void;
}) => {
  const t = useFrameWords();
  const [isBusy, setBusy] = useState(false);
  const markPlace = usePlace();
  const agree = async () => {
    const isStillHere = markPlace();
    setBusy(true);
    await onYes();
    if (isStillHere()) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={answer} closeButtonProps={{ 'aria-label': t('close') }}>
      <Text>{question}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('keepIt')}
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void agree()}>
          {answer}
        </Button>
      </Group>
    </Modal>
  );
};
