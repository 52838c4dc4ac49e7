import { ActionIcon, Alert, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import classes from './SignaturePad.module.css';
import { nameAsPicture, strokesAsPicture } from './signature-image.ts';
import { useSignature } from './use-signature.ts';
import { useEvidenceWords } from './words.ts';

const MOST_LETTERS = 100;

/** Somebody signs with a finger, or types the name. What is kept is a PNG on white. */
export const SignaturePad = ({
  onKeep,
  onCancel,
}: {
  onKeep: (signature: Blob) => void | Promise<void>;
  onCancel?: () => void;
}) => {
  const t = useEvidenceWords();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { isEmpty, strokes, width, undo, clear } = useSignature(canvas);
  const [isTyped, setTyped] = useState(false);
  const [name, setName] = useState('');
  const [isKeeping, setKeeping] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  const keep = async () => {
    setKeeping(true);
    setFailed(false);
    try {
      await onKeep(await (isTyped ? nameAsPicture(name.trim()) : strokesAsPicture(strokes(), width())));
    } catch {
      setFailed(true);
    }
    setKeeping(false);
  };
  const isNothing = isTyped ? name.trim() === '' : isEmpty;
  return (
    <Stack gap="sm">
      <div hidden={isTyped}>
        <canvas ref={canvas} className={classes.paper} role="img" aria-label={t('signHere')} />
        <Text size="sm" c="dimmed" mt={4}>
          {t('signHint')}
        </Text>
      </div>
      {isTyped && (
        <>
          <TextInput
            size="lg"
            label={t('yourName')}
            description={t('typeHint')}
            autoComplete="name"
            value={name}
            maxLength={MOST_LETTERS}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <div className={classes.preview} aria-hidden>
            {name}
          </div>
        </>
      )}
      {hasFailed && (
        <Alert color="red" role="alert">
          {t('signatureFailed')}
        </Alert>
      )}
      <div className={classes.acts}>
        {!isTyped && (
          <>
            <ActionIcon size={50} variant="default" aria-label={t('undo')} disabled={isEmpty} onClick={undo}>
              <IconArrowBackUp size={24} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size={50}
              variant="default"
              aria-label={t('clear')}
              disabled={isEmpty}
              onClick={clear}
            >
              <IconTrash size={24} aria-hidden />
            </ActionIcon>
          </>
        )}
        {onCancel && (
          <TouchButton variant="subtle" className={classes.cancel} onClick={onCancel}>
            {t('cancel')}
          </TouchButton>
        )}
        <TouchButton className={classes.keep} disabled={isNothing} loading={isKeeping} onClick={keep}>
          {t('keep')}
        </TouchButton>
      </div>
      <TouchButton variant="subtle" onClick={() => setTyped(!isTyped)}>
        {t(isTyped ? 'drawInstead' : 'typeInstead')}
      </TouchButton>
    </Stack>
  );
};
